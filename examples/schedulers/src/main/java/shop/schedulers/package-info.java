/**
 * Examples to copy from: a scheduler that you have already calls {@code runOnce}. Each is a few lines, since whatever the
 * scheduler does (two runs at once, a run that comes twice or not at all), the engine closes each order once.
 */
package shop.schedulers;
