/**
 * The classic protocol as a real process: what Jepsen is to break. It is a baseline and no product: it keeps nothing, has no
 * encryption and no operators, and speaks the members' wire format with clients only.
 */
package io.godwit.baseline;
