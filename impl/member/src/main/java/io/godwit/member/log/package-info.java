/** What a member tells people while it runs. */
package io.godwit.member.log;
