package io.godwit.playground.browser;

import java.util.Set;
import org.teavm.extension.spi.substitution.SimpleSubstitutionPolicy;
import org.teavm.extension.spi.substitution.SubstitutionSink;

/**
 * Classes of the JDK that a browser is given, beyond the class library of TeaVM. Where that lacks a class, TeaVM takes the JDK's own; these
 * are the ones of which that fails, because they are made for threads or for the machine, and those of which the random numbers would
 * be other ones. TeaVM finds this class as a service.
 */
public final class AddedClasses extends SimpleSubstitutionPolicy {
    private static final Set<String> NAMES = Set.of(
            "java.security.MessageDigest",
            "java.util.Random",
            "java.util.SplittableRandom",
            "java.util.concurrent.ConcurrentLinkedQueue",
            "java.util.concurrent.ConcurrentSkipListMap",
            "java.util.concurrent.atomic.AtomicReferenceArray",
            "java.util.concurrent.atomic.LongAdder",
            "java.util.zip.CRC32C");

    @Override
    public void contribute(SubstitutionSink sink) {
        sink.selectClasses(NAMES::contains)
                .packagePrefix(AddedClasses.class.getPackageName() + ".")
                .simpleNamePrefix("T");
    }
}
