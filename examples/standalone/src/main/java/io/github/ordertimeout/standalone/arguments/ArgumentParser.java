package io.github.ordertimeout.standalone.arguments;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads the command line: options and configuration keys may stand anywhere, the first other word is the command. */
public final class ArgumentParser {
    private final Map<OptionName, String> options = new EnumMap<>(OptionName.class);
    private final List<String> settings = new ArrayList<>();
    private final List<String> words = new ArrayList<>();
    private @Nullable CommandName command;

    private ArgumentParser() {}

    /**
     * Reads these words.
     *
     * @throws UsageException if they make no sense
     */
    public static Arguments parse(List<String> args) {
        return new ArgumentParser().read(args.iterator());
    }

    private Arguments read(Iterator<String> args) {
        while (args.hasNext()) {
            String arg = args.next();
            if (arg.equals("-h")) {
                options.put(OptionName.HELP, "");
            } else if (arg.startsWith("--")) {
                option(arg, args);
            } else if (arg.matches("-\\D.*")) {
                throw new UsageException("Unknown option " + arg + hint("-" + arg));
            } else {
                word(arg);
            }
        }
        Arguments read = new Arguments(command == null ? CommandName.DEMO : command, words, options, settings);
        if (!read.has(OptionName.HELP)) {
            check(read);
        }
        return read;
    }

    private void word(String arg) {
        if (command != null) {
            words.add(arg);
        } else if (arg.equals("help")) {
            options.put(OptionName.HELP, "");
        } else {
            command = CommandName.of(arg)
                    .orElseThrow(() ->
                            new UsageException("Unknown command " + arg + NearestWord.hint(arg, CommandName.words())));
        }
    }

    private void option(String arg, Iterator<String> rest) {
        int equals = arg.indexOf('=');
        String name = equals < 0 ? arg : arg.substring(0, equals);
        Optional<OptionName> known = OptionName.of(name);
        if (known.isPresent()) {
            put(known.get(), equals < 0 ? Optional.empty() : Optional.of(arg.substring(equals + 1)), rest);
        } else if (equals < 0) {
            throw new UsageException("Unknown option " + arg + hintWithoutValue(arg));
        } else if (isProbablyAnOption(name)) {
            throw new UsageException("Unknown option " + name + hint(name));
        } else {
            settings.add(arg.substring(2));
        }
    }

    private void put(OptionName option, Optional<String> inline, Iterator<String> rest) {
        String value = option.takesValue() ? inline.orElseGet(() -> next(option, rest)) : flag(option, inline);
        if (value != null && options.put(option, value) != null && option.takesValue()) {
            throw new UsageException(option.written() + " is given twice: leave one");
        }
    }

    private static String next(OptionName option, Iterator<String> rest) {
        String value = rest.hasNext() ? rest.next() : "--";
        if (value.startsWith("--")) {
            throw new UsageException(
                    option.written() + " needs a value: " + option.written() + " " + option.valueName());
        }
        return value;
    }

    private static @Nullable String flag(OptionName option, Optional<String> inline) {
        return switch (inline.orElse("true")) {
            case "true" -> "";
            case "false" -> null;
            default -> throw new UsageException(option.written() + " takes no value, but has " + inline.orElse(""));
        };
    }

    /** A key without a dot that is one letter away from an option; keys proper are checked with the configuration. */
    private static boolean isProbablyAnOption(String name) {
        return !name.contains(".") && NearestWord.to(name, OptionName.names()).isPresent();
    }

    private static String hint(String written) {
        return NearestWord.hint(written, OptionName.names());
    }

    private static String hintWithoutValue(String arg) {
        return arg.contains(".") ? ": a configuration key is written " + arg + "=VALUE" : hint(arg);
    }

    private static void check(Arguments read) {
        CommandName command = read.command();
        if (command == CommandName.COMPENSATIONS) {
            checkCompensations(read);
        }
        if (read.words().size() > command.mostWords()) {
            throw new UsageException("Too many words after " + command.word() + ": "
                    + String.join(
                            " ",
                            read.words()
                                    .subList(command.mostWords(), read.words().size()))
                    + "; usage: " + command.usage());
        }
        if ((command == CommandName.CANCEL || command == CommandName.EXPLAIN)
                && read.words().stream().allMatch(String::isBlank)) {
            throw new UsageException(command.word() + " needs the order's id or number; usage: " + command.usage());
        }
        if (command == CommandName.RESUME && read.words().stream().allMatch(String::isBlank)) {
            throw new UsageException("resume needs the rule's name; usage: " + command.usage());
        }
        if (command == CommandName.CANCEL
                && read.value(OptionName.REASON).filter(it -> !it.isBlank()).isEmpty()) {
            throw new UsageException("cancel needs a reason; usage: " + command.usage());
        }
        read.options().keySet().stream()
                .filter(option -> !option.isOptionOf(command))
                .findFirst()
                .ifPresent(option -> {
                    throw new UsageException(option.written() + " is no option of " + command.word());
                });
    }

    private static void checkCompensations(Arguments read) {
        List<String> words = read.words();
        String word = words.isEmpty() ? "list" : words.get(0);
        boolean all = read.has(OptionName.ALL);
        boolean oneRow = words.size() == 2 && words.get(1).matches("[0-9]{1,18}");
        boolean sound =
                switch (word) {
                    case "list" -> words.size() <= 1 && !all;
                    case "retry" -> all ? words.size() == 1 : oneRow;
                    case "discard" -> oneRow && !all;
                    default -> false;
                };
        if (!sound || (read.has(OptionName.KIND) && !(word.equals("retry") && all))) {
            throw new UsageException("compensations " + String.join(" ", words)
                    + " makes no sense; a ROW is the number that `compensations` shows; usage: "
                    + CommandName.COMPENSATIONS.usage());
        }
    }
}
