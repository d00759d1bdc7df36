package io.github.ordertimeout.jdbc.testdb;

import io.github.ordertimeout.jdbc.database.Isolation;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.ArgumentsProvider;
import org.junit.jupiter.params.support.AnnotationConsumer;
import org.junit.jupiter.params.support.ParameterDeclarations;

/** Every server in every isolation that {@link EachDatabase} names. */
final class EachDatabaseArguments implements ArgumentsProvider, AnnotationConsumer<EachDatabase> {
    private EachDatabase wanted;

    @Override
    public void accept(EachDatabase annotation) {
        wanted = annotation;
    }

    @Override
    public Stream<? extends Arguments> provideArguments(ParameterDeclarations parameters, ExtensionContext context) {
        return Arrays.stream(wanted.on())
                .flatMap(server ->
                        Arrays.stream(wanted.in()).map((Isolation isolation) -> new TestDatabase(server, isolation)))
                .map(Arguments::of);
    }
}
