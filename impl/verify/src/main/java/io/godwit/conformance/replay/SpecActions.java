package io.godwit.conformance.replay;

import io.godwit.protocol.SpecAction;
import io.godwit.protocol.SpecStutter;
import io.godwit.protocol.Step;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.util.HashMap;
import java.util.Map;

/**
 * The actions of some modules by their names in the specification. The method that claims an action with {@link SpecAction} is
 * the one that is replayed.
 *
 * @param <S> the state that the actions are given
 */
public final class SpecActions<S> {
    private final Map<String, Action<S>> actions = new HashMap<>();

    /** The actions of these modules; a subclass may override them. */
    public SpecActions(Object... modules) {
        for (Object module : modules) {
            for (Class<?> type = module.getClass(); type != null; type = type.getSuperclass()) {
                for (Method method : type.getDeclaredMethods()) {
                    SpecAction annotation = method.getAnnotation(SpecAction.class);
                    if (annotation != null) {
                        add(annotation.value(), new Action<>(module, method));
                    } else if (method.isAnnotationPresent(SpecStutter.class)) {
                        actions.put(method.getName(), new Action<>(module, method));
                    }
                }
            }
        }
    }

    private void add(String[] names, Action<S> action) {
        for (String name : names) {
            actions.put(name, action);
        }
    }

    /**
     * The action of that name.
     *
     * @param name {@code "family/Module!Action"}, or that of a method that has no action in the specification
     * @throws IllegalArgumentException if no method claims it
     */
    public Action<S> of(String name) {
        Action<S> action = actions.get(name);
        if (action == null) {
            throw new IllegalArgumentException("no method for " + name);
        }
        return action;
    }

    /** An action of a module. */
    public static final class Action<S> {
        private final Method method;
        private final MethodHandle handle;

        private Action(Object module, Method method) {
            this.method = method;
            try {
                handle = MethodHandles.publicLookup()
                        .unreflect(method)
                        .bindTo(module)
                        .asSpreader(Object[].class, method.getParameterCount())
                        .asType(MethodType.methodType(Object.class, Object[].class));
            } catch (IllegalAccessException e) {
                throw new IllegalArgumentException(method + " is not public", e);
            }
        }

        /** The method that claims the action. */
        public Method method() {
            return method;
        }

        /** Takes it: a step, or a refusal with the very state. */
        public Step<S> take(S state, Object... arguments) {
            Object[] all = new Object[arguments.length + 1];
            all[0] = state;
            System.arraycopy(arguments, 0, all, 1, arguments.length);
            return Step.of(state, s -> invoke(all));
        }

        @SuppressWarnings("unchecked")
        private Step<S> invoke(Object[] all) {
            try {
                return (Step<S>) (Object) handle.invokeExact(all);
            } catch (RuntimeException | Error e) {
                throw e;
            } catch (Throwable e) {
                throw new IllegalStateException(e);
            }
        }
    }
}
