package io.github.ordertimeout.shop.warehouse;

import io.github.ordertimeout.shop.warehouse.WarehouseTrouble.Kind;
import java.util.List;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ResponseStatusException;

/** The warehouse's door. Whoever calls again is told "done" again. */
@RestController
@RequestMapping("/warehouse")
class WarehouseController {
    private final Warehouse warehouse;
    private final WarehouseTrouble trouble;

    WarehouseController(Warehouse warehouse, WarehouseTrouble trouble) {
        this.warehouse = warehouse;
        this.trouble = trouble;
    }

    /** The answer to a call: {@code applied} is false where an earlier call with the same key did it. */
    record Done(boolean applied) {}

    @GetMapping("/shelves")
    List<Shelf> shelves() {
        return warehouse.shelves();
    }

    @PostMapping("/holds")
    Done hold(@RequestBody Hold hold, @RequestHeader("Idempotency-Key") String key) {
        return new Done(warehouse.hold(hold, key));
    }

    @PostMapping("/releases")
    Done release(@RequestBody Release release, @RequestHeader("Idempotency-Key") String key) {
        Kind kind = trouble.next(release.order());
        if (kind == Kind.REFUSES) {
            throw new ResponseStatusException(HttpStatus.SERVICE_UNAVAILABLE);
        }
        boolean applied = warehouse.release(release, key);
        if (kind == Kind.LOSES_ANSWER) {
            throw new ResponseStatusException(HttpStatus.SERVICE_UNAVAILABLE);
        }
        return new Done(applied);
    }

    /** Makes the next releases of one order fail in these ways. */
    @PostMapping("/trouble")
    void plan(@RequestBody PlannedTrouble planned) {
        trouble.plan(planned.order(), planned.kinds());
    }

    record PlannedTrouble(long order, List<Kind> kinds) {}
}
