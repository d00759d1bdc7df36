package io.github.ordertimeout.settle;

/** Makes one line of bounded length of what an exception or a person says, for a row that people read. */
public final class OneLine {
    private OneLine() {}

    /** The text without line breaks and other control characters; where it is longer, it is cut and ends with an ellipsis. */
    public static String of(String text, int longest) {
        String line = text.replaceAll("[\\p{Cntrl}\\u0085\\u2028\\u2029]+", " ").strip();
        if (line.length() <= longest) {
            return line;
        }
        int end = Character.isHighSurrogate(line.charAt(longest - 2)) ? longest - 2 : longest - 1;
        return line.substring(0, end) + "…";
    }
}
