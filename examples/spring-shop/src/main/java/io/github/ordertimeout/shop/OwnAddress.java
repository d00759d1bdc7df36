package io.github.ordertimeout.shop;

import org.springframework.core.env.Environment;
import org.springframework.stereotype.Component;

/** Where this application answers: it plays warehouse and provider too, and calls itself in their place. */
@Component
public class OwnAddress {
    private final Environment environment;

    OwnAddress(Environment environment) {
        this.environment = environment;
    }

    /** Without a slash at the end. Known once the web server has started. */
    public String url() {
        return "http://localhost:" + environment.getRequiredProperty("local.server.port");
    }
}
