package io.godwit.member;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaCall;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.properties.CanBeAnnotated;
import com.tngtech.archunit.core.domain.properties.HasOwner;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import io.godwit.member.runtime.ClusterMember;
import io.godwit.protocol.Protocol;
import io.godwit.protocol.SpecAction;
import io.godwit.protocol.quorum.QuorumState;
import io.godwit.protocol.quorum.data.DataState;
import io.godwit.protocol.quorum.data.PrimaryState;
import io.godwit.protocol.quorum.data.Replica;
import io.godwit.protocol.quorum.registers.ControlState;
import io.godwit.protocol.quorum.table.Configuration;
import io.godwit.protocol.quorum.table.Entry;
import org.junit.jupiter.api.Test;

/** The runtime decides nothing about the protocol: it can neither call what decides, nor make or change a state. */
class ArchitectureTest {
    private static final JavaClasses MEMBER = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .withImportOption(location -> !location.contains("-tests.jar"))
            .importPackages("io.godwit.member");

    @Test
    void callsNothingThatDecides() {
        noClasses()
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(
                        "io.godwit.protocol.classic..",
                        "io.godwit.protocol.planner..",
                        "io.godwit.protocol.scheduler..",
                        "io.godwit.protocol.quorum.plan..",
                        "io.godwit.protocol.quorum.data.decision..")
                .check(MEMBER);
        noClasses()
                .should()
                .callMethodWhere(JavaCall.Predicates.target(CanBeAnnotated.Predicates.annotatedWith(SpecAction.class)))
                .check(MEMBER);
    }

    @Test
    void makesNoState() {
        for (Class<?> state : new Class<?>[] {
            QuorumState.class,
            ControlState.class,
            DataState.class,
            Replica.class,
            PrimaryState.class,
            Configuration.class,
            Entry.class
        }) {
            noClasses()
                    .should()
                    .callConstructorWhere(JavaCall.Predicates.target(
                            HasOwner.Predicates.With.owner(JavaClass.Predicates.equivalentTo(state))))
                    .check(MEMBER);
        }
    }

    @Test
    void engineRunsInTheMemberOnly() {
        noClasses()
                .that()
                .doNotHaveFullyQualifiedName(ClusterMember.class.getName())
                .should()
                .callMethodWhere(JavaCall.Predicates.target(
                        HasOwner.Predicates.With.owner(JavaClass.Predicates.assignableTo(Protocol.class))))
                .check(MEMBER);
    }
}
