package io.godwit.trace;

import com.fasterxml.jackson.annotation.JsonCreator;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.commons.jexl3.JexlBuilder;
import org.apache.commons.jexl3.JexlContext;
import org.apache.commons.jexl3.JexlEngine;
import org.apache.commons.jexl3.JexlException;
import org.apache.commons.jexl3.JexlExpression;
import org.apache.commons.jexl3.JexlFeatures;
import org.apache.commons.jexl3.JexlInfo;
import org.apache.commons.jexl3.MapContext;
import org.apache.commons.jexl3.introspection.JexlPermissions;

/**
 * An expression of a lens, over the variables of a state and the names {@code m} (a member) and {@code p} (a partition).
 *
 * <p>The language is JEXL's: {@code table[m][p].version}, {@code ==}, {@code !=}, {@code <}, {@code =~} (is an element of), {@code !~},
 * {@code !}, {@code &&}, {@code ||}, {@code c ? a : b}, {@code [a, b]}; the functions are those of {@link TlaArithmetic}. What is not there
 * (an argument outside the domain, a missing field) is null, and so is all that is looked up in it.
 */
final class Expr {
    private static final Pattern CALL = Pattern.compile("\"[^\"]*\"|\\b([A-Za-z_]\\w*)\\s*\\(");
    private static final TlaArithmetic ARITHMETIC = new TlaArithmetic();
    private static final JexlEngine ENGINE = new JexlBuilder()
            .arithmetic(ARITHMETIC)
            .namespaces(Collections.singletonMap(null, ARITHMETIC))
            .permissions(new JexlPermissions.ClassPermissions(TlaArithmetic.class))
            // A lens looks at states, and does nothing.
            .features(new JexlFeatures()
                    .sideEffect(false)
                    .sideEffectGlobal(false)
                    .methodCall(false)
                    .newInstance(false)
                    .loops(false)
                    .annotation(false)
                    .pragma(false))
            .strict(false)
            .safe(true)
            .silent(false)
            .antish(false)
            .create();

    private final JexlExpression root;

    /** Names in scope; of the thread, so that lambdas see them. */
    private static final class Names extends MapContext implements JexlContext.ThreadLocal {}

    private Expr(JexlExpression root) {
        this.root = root;
    }

    /**
     * Reads an expression.
     *
     * @throws TraceException with the column of the error
     */
    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    public static Expr parse(String source) {
        if (source.isBlank()) {
            throw error(source, 1, "an expression was expected", null);
        }
        Matcher call = CALL.matcher(source);
        while (call.find()) {
            if (call.group(1) != null && !TlaArithmetic.FUNCTIONS.contains(call.group(1))) {
                throw error(
                        source,
                        call.start() + 1,
                        "no function " + call.group(1) + "; there are "
                                + TlaArithmetic.FUNCTIONS.stream().sorted().toList(),
                        null);
            }
        }
        try {
            return new Expr(ENGINE.createExpression(new JexlInfo(), source));
        } catch (JexlException e) {
            JexlInfo at = e.getInfo();
            throw error(source, at == null ? source.length() : at.getColumn(), e.getDetail(), e);
        }
    }

    private static TraceException error(String source, int column, String what, Exception cause) {
        return new TraceException("\"" + source + "\", column " + column + ": " + what, cause);
    }

    /** The value, or nothing if it is absent. */
    public Optional<TlaValue> eval(Map<String, TlaValue> state, Map<String, TlaValue> bound) {
        Names names = new Names();
        state.forEach((name, value) -> names.set(name, TlaArithmetic.plain(value)));
        bound.forEach((name, value) -> names.set(name, TlaArithmetic.plain(value)));
        try {
            return Optional.ofNullable(TlaArithmetic.tla(root.evaluate(names)));
        } catch (JexlException e) {
            throw new TraceException("\"" + this + "\": " + e.getMessage(), e);
        }
    }

    /** Whether the value is TRUE; FALSE and absent are false. */
    public boolean holds(Map<String, TlaValue> state, Map<String, TlaValue> bound) {
        return eval(state, bound).filter(TlaValue.of(true)::equals).isPresent();
    }

    @Override
    public String toString() {
        return root.getSourceText();
    }
}
