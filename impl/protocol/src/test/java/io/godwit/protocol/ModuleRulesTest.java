package io.godwit.protocol;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaMethod;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.domain.properties.CanBeAnnotated;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import io.godwit.protocol.quorum.registers.Stamps;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What all actions have in common: an action is a method of its module's class, has the name of the specification, and remembers nothing. */
class ModuleRulesTest {
    private static final JavaClasses ENGINE = new ClassFileImporter()
            .importUrl(Rules.class.getProtectionDomain().getCodeSource().getLocation());

    /** Classes with a method for each action. */
    private static final List<JavaClass> MODULES = ENGINE.stream()
            .filter(type -> type.getMethods().stream().anyMatch(method -> method.isAnnotatedWith(SpecAction.class)))
            .toList();

    /** How often the actions of a class are named: an action, a part of one, or the reason why there is none. */
    private static long purposes(CanBeAnnotated action) {
        return Stream.of(SpecAction.class, SpecPart.class, SpecStutter.class)
                .filter(action::isAnnotatedWith)
                .count();
    }

    private static List<JavaMethod> actionsOf(JavaClass module) {
        return module.getMethods().stream()
                .filter(method -> method.getModifiers().contains(JavaModifier.PUBLIC))
                .filter(method -> method.getRawReturnType().isEquivalentTo(Step.class))
                .toList();
    }

    @Test
    void actionCarriesOutOneOfTheSpecificationOrAPartOfOneOrSaysWhyNot() {
        assertEquals(26, MODULES.size(), MODULES::toString);
        for (JavaClass module : MODULES) {
            actionsOf(module).forEach(action -> assertEquals(1, purposes(action), action::getFullName));
        }
    }

    @Test
    void actionHasOneMethod() {
        Map<String, String> methodOf = new HashMap<>();
        for (JavaClass module : MODULES) {
            for (JavaMethod method : module.getMethods()) {
                for (String action : actions(method)) {
                    assertEquals(null, methodOf.put(action, method.getFullName()), action);
                }
            }
        }
    }

    private static String[] actions(JavaMethod method) {
        return method.tryGetAnnotationOfType(SpecAction.class)
                .map(SpecAction::value)
                .orElse(new String[0]);
    }

    /**
     * {@code "classic/StampCheck!SendStampCheck"} is {@code StampCheck.sendStampCheck}. {@code Registers.propose} carries out
     * what {@code Table} calls so, and all that the registers propose.
     */
    @Test
    void actionOfAModuleHasItsName() {
        for (JavaClass module : MODULES) {
            for (JavaMethod method : module.getMethods()) {
                String name = Character.toUpperCase(method.getName().charAt(0))
                        + method.getName().substring(1);
                String[] actions = actions(method);
                assertTrue(
                        actions.length == 0
                                || (Stream.of(actions).anyMatch(it -> it.endsWith("!" + name))
                                        && Stream.of(actions)
                                                .anyMatch(it -> it.contains("/" + module.getSimpleName() + "!"))),
                        method::getFullName);
            }
        }
    }

    /** Only the methods of modules carry these annotations, so that the table of actions has no row without code. */
    @Test
    void actionsAreNamedByModulesOnly() {
        for (JavaClass type : ENGINE) {
            if (!MODULES.contains(type)) {
                type.getMethods().forEach(method -> assertEquals(0, purposes(method), method::getFullName));
            }
        }
    }

    /** A module is made of rules and of other modules. */
    @Test
    void moduleRemembersNothing() {
        Set<String> kept = new TreeSet<>();
        for (JavaClass module : MODULES) {
            module.getAllFields().forEach(field -> {
                assertTrue(field.getModifiers().contains(JavaModifier.FINAL), field::getFullName);
                if (!field.getModifiers().contains(JavaModifier.STATIC)) {
                    kept.add(field.getRawType().getSimpleName());
                }
            });
        }
        assertEquals(
                Set.of(
                        "FencedReplication",
                        "Voters",
                        "ClusterStateChange",
                        "WaitSet",
                        "MigrationPlanner",
                        "ParallelMigration",
                        "PartitionVersioning",
                        "ReadLeases",
                        "Registers",
                        "Rules",
                        "Stamps"),
                kept);
    }

    /** What both protocols need is written once, above them. */
    @Test
    void protocolsDoNotKnowEachOther() {
        assertEquals(List.of(), knowing("io.godwit.protocol.quorum", "io.godwit.protocol.classic"));
        assertEquals(List.of(), knowing("io.godwit.protocol.classic", "io.godwit.protocol.quorum"));
        for (String shared : List.of("map", "planner", "scheduler")) {
            assertEquals(List.of(), knowing("io.godwit.protocol." + shared, "io.godwit.protocol.quorum"));
            assertEquals(List.of(), knowing("io.godwit.protocol." + shared, "io.godwit.protocol.classic"));
        }
    }

    private static List<String> knowing(String who, String whom) {
        return ENGINE.stream()
                .filter(type -> isIn(type, who))
                .flatMap(type -> type.getDirectDependenciesFromSelf().stream())
                .filter(dependency -> isIn(dependency.getTargetClass(), whom))
                .map(dependency -> dependency.getDescription())
                .toList();
    }

    private static boolean isIn(JavaClass type, String name) {
        return type.getPackageName().equals(name) || type.getPackageName().startsWith(name + ".");
    }

    /** A stamp follows every change; it is computed from a whole table where a whole table is new: at a start and an election. */
    @Test
    void noChangeTakesTheStampOfAWholeTable() {
        Set<String> callers = new TreeSet<>();
        ENGINE.get(Stamps.class)
                .getMethod("of", PartitionVector.class)
                .getAccessesToSelf()
                .forEach(access -> callers.add(access.getOrigin().getOwner().getSimpleName() + "."
                        + access.getOrigin().getName()));
        assertEquals(
                Set.of(
                        "Engine.stampOf",
                        "MasterFailover.becomeMaster",
                        "ControlState.founder",
                        "ControlState.restored"),
                callers);
        Set<String> starts = new TreeSet<>();
        ENGINE.get("io.godwit.protocol.quorum.engine.Engine")
                .getMethod("stampOf", PartitionVector.class)
                .getAccessesToSelf()
                .forEach(access -> starts.add(access.getOrigin().getOwner().getSimpleName() + "."
                        + access.getOrigin().getName()));
        assertEquals(Set.of("QuorumProtocol.restart"), starts);
    }

    /** In classic a stamp is made of a table in passing, and computed when somebody asks for its number. */
    @Test
    void classicComputesHashOnlyInStamp() {
        Set<String> callers = new TreeSet<>();
        ENGINE.get("io.godwit.protocol.classic.data.Stamp").getMethods().stream()
                .filter(method -> method.getName().equals("of"))
                .flatMap(method -> method.getAccessesToSelf().stream())
                .forEach(access -> callers.add(access.getOriginOwner().getName()));
        assertEquals(Set.of("io.godwit.protocol.classic.data.TableStamp"), callers);
    }
}
