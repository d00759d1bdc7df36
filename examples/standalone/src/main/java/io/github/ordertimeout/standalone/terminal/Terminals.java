package io.github.ordertimeout.standalone.terminal;

import java.io.Console;
import java.lang.reflect.InvocationTargetException;
import java.util.Map;

/** Whether somebody is watching. */
public final class Terminals {
    private Terminals() {}

    /** Whether standard output is a terminal that can go back to the start of a line. */
    public static boolean isTerminal(Map<String, String> environment) {
        return !environment.getOrDefault("TERM", "dumb").equals("dumb") && isTerminal();
    }

    /** From Java 22 on there is a console without a terminal, too, and a method that tells. */
    @SuppressWarnings("SystemConsoleNull")
    static boolean isTerminal() {
        Console console = System.console();
        if (console == null) {
            return false;
        }
        try {
            return (boolean) Console.class.getMethod("isTerminal").invoke(console);
        } catch (NoSuchMethodException e) {
            return true;
        } catch (IllegalAccessException | InvocationTargetException e) {
            return false;
        }
    }
}
