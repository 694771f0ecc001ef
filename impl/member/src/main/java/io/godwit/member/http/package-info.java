/** What a member tells over HTTP: status, health, metrics. */
package io.godwit.member.http;
