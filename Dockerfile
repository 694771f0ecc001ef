# A member of a cluster. docs/operate/container.md describes how to run it.
FROM maven:3.9-eclipse-temurin-17 AS build
WORKDIR /source
COPY . .
RUN ./godwit package \
    && mkdir /release && cd /release && jar --extract --file /source/out/release/godwit-*.zip \
    && mv godwit-* godwit && chmod +x godwit/godwit

FROM eclipse-temurin:17-jre
RUN groupadd --gid 10001 godwit && useradd --uid 10001 --gid godwit --no-create-home godwit \
    && mkdir /data && chown godwit:godwit /data
COPY --from=build /release/godwit /opt/godwit
USER godwit
VOLUME /data
EXPOSE 5701 8080
# Empty: the address of the container; no other members.
ENV GODWIT_CLUSTER=godwit GODWIT_HOST="" GODWIT_JOIN="" GODWIT_ON_SIGTERM=stop GODWIT_LEAVE_TIMEOUT=8
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s CMD bash -c \
    'exec 3<>"/dev/tcp/${GODWIT_HOST:-$(hostname -i)}/8080" && printf "GET /health HTTP/1.0\r\n\r\n" >&3 && read -r _ status _ <&3 && [ "$status" = 200 ]'
CMD exec /opt/godwit/godwit member --name "$(hostname)" --cluster "$GODWIT_CLUSTER" --host "${GODWIT_HOST:-$(hostname -i)}" \
    --port 5701 --http-port 8080 --data-dir /data --on-sigterm "$GODWIT_ON_SIGTERM" \
    --leave-timeout "$GODWIT_LEAVE_TIMEOUT" ${GODWIT_JOIN:+--join "$GODWIT_JOIN"}
