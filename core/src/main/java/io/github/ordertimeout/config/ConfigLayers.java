package io.github.ordertimeout.config;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * For frameworks that bring several sources of their own: laid over one another from the lowest up, then read as the runner reads
 * a file. A later layer wins key by key; a list in it replaces the whole list below.
 */
public final class ConfigLayers {
    /**
     * One source.
     *
     * @param tree its keys; null where it is the environment
     * @param variables the environment's variables
     */
    private record Layer(ConfigTree.@Nullable Node tree, Map<String, String> variables) {}

    private final List<Layer> layers = new ArrayList<>();
    private final Findings findings = new Findings();

    /** Starts with no layer. */
    public ConfigLayers() {}

    /** Lays a source on top. Its keys begin with {@code order-timeout} and may be dotted; those of others are passed over. */
    public ConfigLayers over(ConfigTree.Node keys) {
        layers.add(new Layer(keys, Map.of()));
        return this;
    }

    /** Lays environment variables on top: {@code ORDER_TIMEOUT_…}, matched against the keys and names of all other layers. */
    public ConfigLayers environment(Map<String, String> variables) {
        layers.add(new Layer(null, variables));
        return this;
    }

    /** Adds a fault that the reader of a source found; told together with the others. */
    public ConfigLayers refuse(String sentence) {
        findings.refuse(sentence);
        return this;
    }

    /** Adds a sentence to the settings' warnings. */
    public ConfigLayers warn(String sentence) {
        findings.warn(sentence);
        return this;
    }

    /**
     * Reads everything below {@code order-timeout}.
     *
     * @throws ConfigurationException with every fault of all layers
     */
    public Settings read() {
        List<Draft> drafts = new ArrayList<>();
        Draft names = new Draft();
        for (Layer layer : layers) {
            Draft draft = new Draft();
            if (layer.tree() != null) {
                draft.fill(Shape.FILE, "", layer.tree(), findings);
            }
            drafts.add(draft);
            names.overlay(draft);
        }
        Draft whole = new Draft();
        EnvironmentVariables known = new EnvironmentVariables(names.freeze("", new Findings()));
        for (int i = 0; i < drafts.size(); i++) {
            if (layers.get(i).tree() != null) {
                whole.replaceWith(drafts.get(i));
            } else {
                whole.overlay(known.read(layers.get(i).variables()));
            }
        }
        known.warnings().forEach(findings::warn);
        ConfigTree settings = whole.freeze("", findings) instanceof ConfigTree.Node node
                ? node.entries().getOrDefault(Keys.ROOT, new ConfigTree.Null())
                : new ConfigTree.Null();
        Settings read =
                SettingsParser.parse(new ConfigTree.Node(Section.entries(Keys.ROOT, settings, findings)), findings);
        findings.throwIfRefused();
        return read;
    }
}
