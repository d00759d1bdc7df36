/** JMH benchmarks of what a close does without the database: {@code java -cp benchmarks.jar org.openjdk.jmh.Main -prof gc}. */
@NullMarked
package io.github.ordertimeout.benchmarks.micro;

import org.jspecify.annotations.NullMarked;
