package io.godwit.client;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.godwit.protocol.map.Bytes;
import io.godwit.protocol.map.Operation.Verb;
import io.godwit.protocol.map.Result;
import io.godwit.protocol.map.Result.Done;
import io.godwit.protocol.map.Result.Found;
import io.godwit.protocol.map.Result.Unmet;
import io.godwit.transport.frame.Frame;
import java.io.IOException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
class TypedMapTest {
    private static final Duration LONG = Duration.ofMinutes(5);

    private final Map<Bytes, Bytes> stored = new LinkedHashMap<>();
    private FakeMember member;
    private GodwitClient client;
    private TypedMap<String, City> cities;

    record City(String name, long people) {}

    @BeforeEach
    void open() throws IOException {
        member = new FakeMember(1);
        member.answer(this::answer);
        client = GodwitClient.connect(new ClientConfig("c", List.of(member.address()), null, LONG, LONG, 8, Map.of()));
        cities = client.map("cities", Codec.utf8(), JsonCodec.of(City.class));
    }

    @AfterEach
    void close() {
        client.close();
        member.close();
    }

    private synchronized Result answer(Frame.Call call) {
        Bytes key = call.operation().keyBytes();
        Bytes before = stored.get(key);
        Verb verb = call.operation().verb();
        if (verb == Verb.GET) {
            return new Found(before == null ? List.of() : List.of(before));
        } else if (verb == Verb.REMOVE) {
            return new Done(List.of(stored.remove(key) == null ? 0L : 1L));
        }
        boolean met = verb == Verb.PUT_IF_ABSENT
                ? before == null
                : verb != Verb.REPLACE || call.operation().expected().equals(before);
        if (!met) {
            return new Unmet();
        }
        stored.put(key, call.operation().value());
        return new Done(List.of());
    }

    @Test
    void keysAndValuesHaveTheirTypes() throws Exception {
        City oslo = new City("Oslo", 717_710);
        City bergen = new City("Bergen", 291_940);
        assertEquals(Optional.empty(), cities.get("no"));
        cities.put("no", oslo);
        assertEquals(Optional.of(oslo), cities.get("no"));
        assertEquals(Optional.of(oslo), cities.getRelaxed("no"));
        assertArrayEquals(
                "{\"name\":\"Oslo\",\"people\":717710}".getBytes(UTF_8),
                cities.bytes().get("no".getBytes(UTF_8)).orElseThrow());
        assertFalse(cities.putIfAbsent("no", bergen));
        assertTrue(cities.replace("no", oslo, bergen));
        assertEquals(Optional.of(bergen), cities.getAsync("no").get(60, TimeUnit.SECONDS));
        cities.putAsync("se", oslo).get(60, TimeUnit.SECONDS);
        assertTrue(cities.removeAsync("se").get(60, TimeUnit.SECONDS));
        assertTrue(cities.remove("no"));
        assertFalse(cities.remove("no"));
        assertEquals(33, cities.size());
        assertEquals(33, cities.clear());
    }

    @Test
    void manyKeys() {
        City oslo = new City("Oslo", 1);
        City bergen = new City("Bergen", 2);
        assertTrue(
                cities.putMany(Map.of("a", oslo, "b", bergen)).values().stream().allMatch(KeyResult::isDone));
        cities.bytes().put("c".getBytes(UTF_8), "no JSON".getBytes(UTF_8));
        Map<String, KeyResult<Optional<City>>> found = cities.getMany(List.of("b", "c", "a", "d"));
        assertEquals(List.of("b", "c", "a", "d"), List.copyOf(found.keySet()));
        assertEquals(Optional.of(oslo), found.get("a").get());
        assertEquals(Optional.of(bergen), found.get("b").get());
        assertThrows(IllegalArgumentException.class, found.get("c")::get);
        assertEquals(Optional.empty(), found.get("d").get());
        Map<String, KeyResult<Boolean>> removed = cities.removeMany(List.of("a", "d"));
        assertTrue(removed.get("a").get());
        assertFalse(removed.get("d").get());
    }

    @Test
    void numbersAreThoseOfIncrement() {
        TypedMap<Long, Long> numbers = client.map("numbers", Codec.longs(), Codec.longs());
        numbers.put(-7L, 1L << 40);
        assertEquals(Bytes.ofNumber(1L << 40), stored.get(Bytes.ofNumber(-7)));
        assertEquals(Optional.of(1L << 40), numbers.get(-7L));
        stored.put(Bytes.ofNumber(1), Bytes.of((byte) 1));
        IllegalArgumentException wrong = assertThrows(IllegalArgumentException.class, () -> numbers.get(1L));
        assertEquals("a number of 1 bytes, not 8", wrong.getMessage());
    }

    @Test
    void textsAreInUtf8() {
        TypedMap<byte[], String> texts = client.map("texts", Codec.bytes(), Codec.utf8());
        texts.put(new byte[] {1}, "\u00e5");
        assertEquals(Bytes.of((byte) 0xC3, (byte) 0xA5), stored.get(Bytes.of((byte) 1)));
        assertEquals(Optional.of("\u00e5"), texts.get(new byte[] {1}));
        stored.put(Bytes.of((byte) 2), Bytes.of((byte) 0xFF));
        assertThrows(IllegalArgumentException.class, () -> texts.get(new byte[] {2}));
    }

    @Test
    void whatHasNoJsonIsNotSent() {
        TypedMap<String, Object> objects = client.map("objects", Codec.utf8(), JsonCodec.of(Object.class));
        assertThrows(IllegalArgumentException.class, () -> objects.put("a", new Object()));
        assertTrue(stored.isEmpty());
    }
}
