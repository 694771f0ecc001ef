package io.godwit.protocol;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * In which zone members are: a machine, a rack, a data centre, whatever fails together. A member without a zone fails alone.
 * Immutable; equal if the members and the names of their zones are.
 *
 * @param names by member; no name is empty
 */
public record Zones(Map<Integer, String> names) {
    /** No member has a zone. */
    public static final Zones NONE = new Zones(Map.of());

    /** Copies the map, without members whose zone is empty. */
    public Zones {
        Map<Integer, String> copy = new TreeMap<>();
        names.forEach((member, zone) -> {
            if (!zone.isEmpty()) {
                copy.put(member, zone);
            }
        });
        names = copy;
    }

    /** The zone of a member, empty if it has none. */
    public String of(int member) {
        return names.getOrDefault(member, "");
    }

    /** The zones of these members only. */
    public Zones of(MemberSet members) {
        Map<Integer, String> some = new TreeMap<>(names);
        some.keySet().removeIf(member -> !members.contains(member));
        return new Zones(some);
    }

    /** The members, divided by zone; a member without a zone is by itself. In the order of their oldest members. */
    public List<MemberSet> divide(MemberSet members) {
        List<MemberSet> zones = new ArrayList<>();
        Map<String, Integer> places = new LinkedHashMap<>();
        for (int member : members.toArray()) {
            String zone = of(member);
            Integer place = zone.isEmpty() ? null : places.putIfAbsent(zone, zones.size());
            if (place == null) {
                zones.add(MemberSet.of(member));
            } else {
                zones.set(place, zones.get(place).with(member));
            }
        }
        return zones;
    }

    /** How many of the members are in the zone of this one, which counts if it is among them. */
    public int beside(int member, MemberSet members) {
        String zone = of(member);
        return zone.isEmpty()
                ? members.contains(member) ? 1 : 0
                : members.filter(m -> of(m).equals(zone)).size();
    }
}
