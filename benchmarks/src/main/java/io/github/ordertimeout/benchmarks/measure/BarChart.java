package io.github.ordertimeout.benchmarks.measure;

import java.util.List;
import java.util.Locale;

/** One bar per contender as long as its median, with a line from the least to the greatest figure. */
final class BarChart {
    private static final int WIDTH = 760;
    private static final int LEFT = 230;
    private static final int RIGHT = 120;
    private static final int TOP = 50;
    private static final int STEP = 34;
    private static final int BAR = 20;

    private final String title;
    private final String figure;
    private final Results results;

    BarChart(String title, String figure, Results results) {
        this.title = title;
        this.figure = figure;
        this.results = results;
    }

    String svg() {
        List<String> shown = results.contenders().stream()
                .filter(contender -> results.of(contender).containsKey(figure))
                .toList();
        double most = shown.stream()
                .mapToDouble(contender -> results.of(contender, figure).most())
                .max()
                .orElse(1);
        StringBuilder svg = new StringBuilder();
        int height = TOP + STEP * shown.size() + 10;
        svg.append(String.format(
                Locale.ROOT,
                "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" font-family=\"sans-serif\""
                        + " font-size=\"13\">%n<rect width=\"100%%\" height=\"100%%\" fill=\"#fff\"/>%n",
                WIDTH,
                height));
        text(svg, 10, 20, "start", "#111", title);
        text(svg, 10, 38, "start", "#666", figure + ": median, line from least to greatest");
        for (int i = 0; i < shown.size(); i++) {
            bar(svg, shown.get(i), TOP + STEP * i, most, i == 0 ? "#2b6cb0" : "#a0aec0");
        }
        return svg.append("</svg>\n").toString();
    }

    private void bar(StringBuilder svg, String contender, int top, double most, String colour) {
        Series series = results.of(contender, figure);
        double scale = (WIDTH - LEFT - RIGHT) / most;
        int middle = top + BAR / 2;
        text(svg, LEFT - 8, middle + 5, "end", "#111", contender);
        svg.append(String.format(
                Locale.ROOT,
                "<rect x=\"%d\" y=\"%d\" width=\"%.1f\" height=\"%d\" fill=\"%s\"/>%n",
                LEFT,
                top,
                Math.max(1, series.median() * scale),
                BAR,
                colour));
        svg.append(String.format(
                Locale.ROOT,
                "<line x1=\"%.1f\" y1=\"%d\" x2=\"%.1f\" y2=\"%d\" stroke=\"#1a202c\" stroke-width=\"2\"/>%n",
                LEFT + series.least() * scale,
                middle,
                LEFT + series.most() * scale,
                middle));
        text(
                svg,
                (int) (LEFT + series.most() * scale) + 8,
                middle + 5,
                "start",
                "#111",
                Figures.plain(series.median()));
    }

    private static void text(StringBuilder svg, int x, int y, String anchor, String colour, String text) {
        svg.append(String.format(
                Locale.ROOT,
                "<text x=\"%d\" y=\"%d\" text-anchor=\"%s\" fill=\"%s\">%s</text>%n",
                x,
                y,
                anchor,
                colour,
                text.replace("&", "&amp;").replace("<", "&lt;")));
    }
}
