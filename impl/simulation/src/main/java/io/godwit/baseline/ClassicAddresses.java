package io.godwit.baseline;

import java.util.List;

/**
 * The places where processes run. Each process that starts at a place, or starts over there, is another member, with a number of
 * its own: that of the place plus the number of places for each one before it. So a number tells the place, and later ones are
 * younger.
 *
 * @param addresses of the places, {@code host:port}, the same list everywhere
 * @param place of this process, from 0
 */
public record ClassicAddresses(List<String> addresses, int place) {
    /** Copies the list, and refuses a place that is not in it. */
    public ClassicAddresses {
        addresses = List.copyOf(addresses);
        if (place < 0 || place >= addresses.size()) {
            throw new IllegalArgumentException("place " + place + " of " + addresses.size());
        }
    }

    int size() {
        return addresses.size();
    }

    /** The number of the process that starts here after so many others. */
    public int number(int before) {
        return place + 1 + before * size();
    }

    int placeOf(int number) {
        return (number - 1) % size();
    }

    String host(int where) {
        String address = addresses.get(where);
        return address.substring(0, address.lastIndexOf(':'));
    }

    int port(int where) {
        String address = addresses.get(where);
        return Integer.parseInt(address.substring(address.lastIndexOf(':') + 1));
    }
}
