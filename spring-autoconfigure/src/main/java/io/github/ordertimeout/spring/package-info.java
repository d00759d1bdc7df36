/**
 * The place of the Spring Boot wiring. It comes with its own release: nothing is here yet, and putting this jar on a
 * class path starts nothing. Until then a Spring application builds the engine itself, as any other Java program does.
 */
package io.github.ordertimeout.spring;
