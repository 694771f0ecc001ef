/** The limits of a member that its owner hears of when they are reached. */
package io.godwit.member.limit;
