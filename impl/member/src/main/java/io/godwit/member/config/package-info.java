/** What a member is told before it starts. */
package io.godwit.member.config;
