package io.github.ordertimeout.check;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class PaymentAttemptTest {

    @Test
    @DisplayName("a reference that no column could keep is refused when it is said, with its length and the limit")
    void overlongReference() {
        assertThat(PaymentAttempt.open("x".repeat(128)).reference()).hasSize(128);
        assertThatThrownBy(() -> PaymentAttempt.open("x".repeat(300)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll("300 characters", "at most 128");
        assertThatThrownBy(() -> PaymentAttempt.open(" ")).hasMessageContaining("blank");
    }
}
