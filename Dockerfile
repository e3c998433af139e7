# One image for amd64 and arm64. How it is run: docs/self-hosting.md. `npm run container` builds and tries it without a registry.
ARG BASE=docker.io/library/debian:13-slim
# Whatever has npm; the image's own Node comes from package-lock.json.
ARG BUILD_BASE=docker.io/library/node:26-slim

# These two stages run on the processor of the machine that builds, whatever the image is for.
FROM --platform=$BUILDPLATFORM ${BUILD_BASE} AS console
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY sdk/package.json sdk/
COPY console/package.json console/
RUN --mount=type=cache,target=/root/.npm npm ci --omit=dev --ignore-scripts
COPY tsconfig.json ./
COPY console console
RUN npm run build -w console

FROM --platform=$BUILDPLATFORM ${BUILD_BASE} AS server
ARG TARGETARCH
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY sdk/package.json sdk/
COPY console/package.json console/
RUN npm run --silent sbom >sbom.cdx.json
# Of what packages bring, a server that runs needs neither typings, sources and maps of what was compiled, nor Node's headers. Licences stay.
RUN --mount=type=cache,target=/root/.npm cpu="$(echo "$TARGETARCH" | sed s/amd64/x64/)" \
  && npm ci --omit=dev --ignore-scripts --workspaces=false --os=linux --libc=glibc --cpu="$cpu" \
  && cd node_modules \
  && rm -rf "node-linux-$cpu/include" "node-linux-$cpu/share" ai/docs ai/src \
  && find . -type f \( -name '*.ts' -o -name '*.mts' -o -name '*.cts' -o -name '*.map' -o -iname 'CHANGELOG.md' \) -delete \
  && ln -s ../../src/cli.mjs .bin/ekiden
COPY LICENSE ./
COPY migrations migrations
COPY sandbox sandbox
COPY src src

FROM ${BASE}
# Node needs libatomic.
RUN apt-get update \
  && apt-get install -y --no-install-recommends libatomic1 \
  && rm -rf /var/lib/apt/lists/* /var/cache/apt /var/log/* \
  && groupadd --gid 10001 ekiden \
  && useradd --no-log-init --uid 10001 --gid 10001 --no-create-home --home-dir /data --shell /usr/sbin/nologin ekiden \
  && install --directory --owner=10001 --group=10001 --mode=700 /data
COPY --from=server /app /app
COPY --from=console /app/console/dist /app/console/dist
WORKDIR /app
ENV PATH=/app/node_modules/.bin:/usr/local/bin:/usr/bin:/bin \
  HOST=0.0.0.0 \
  PORT=4000 \
  DATA_DIR=/data
USER 10001:10001
VOLUME /data
EXPOSE 4000
# A container that only works has its health on WORKER_PORT.
HEALTHCHECK --interval=30s --timeout=5s --start-period=2m --retries=3 \
  CMD ["node", "-e", "const { ROLES, PORT, WORKER_PORT } = process.env; fetch(`http://127.0.0.1:${ROLES === 'worker' ? WORKER_PORT : PORT}/readyz`, { signal: AbortSignal.timeout(4_000) }).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# The limits of memory are those of `npm start`.
ENTRYPOINT ["node", "--max-old-space-size=1200", "--max-semi-space-size=8", "--v8-pool-size=2", "src/cli.mjs"]
CMD ["start"]
ARG VERSION REVISION CREATED
LABEL org.opencontainers.image.title="Ekiden" \
  org.opencontainers.image.description="Open, self-hostable training platform for running clubs, coaching companies and app makers" \
  org.opencontainers.image.licenses="Apache-2.0" \
  org.opencontainers.image.version="${VERSION}" \
  org.opencontainers.image.revision="${REVISION}" \
  org.opencontainers.image.created="${CREATED}"
