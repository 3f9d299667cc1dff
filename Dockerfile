# The Debian image, because the SQLite driver ships binaries for glibc; the builder can compile it where none fits.
FROM node:24-bookworm AS build
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci
COPY tsconfig.json tsconfig.image.json ./
COPY scripts/copy-assets.mjs scripts/service.ts scripts/
COPY scripts/deploy-commands scripts/deploy-commands
COPY scripts/state scripts/state
COPY src src
COPY commands commands
# Bot, service, commands and the scripts for their operators: no sandbox, benchmarks or training.
# npm keeps the compiler, because i18next names it as an optional peer.
RUN npm run build:image \
  && npm prune --omit=dev \
  && rm -r node_modules/typescript node_modules/@typescript

FROM node:24-bookworm-slim
# Audio tagging decodes with ffmpeg.
RUN apt-get update \
  && apt-get install -y --no-install-recommends ffmpeg \
  && rm -rf /var/lib/apt/lists/*
ENV NODE_ENV=production
WORKDIR /app
COPY --from=build /app/package.json ./
COPY --from=build /app/node_modules node_modules
COPY --from=build /app/dist dist
# The state: database, encryption key and lock.
RUN mkdir data && chown node:node data
VOLUME /app/data
USER node
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.METRICS_PORT || process.env.HTTP_PORT || 8787}/healthz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# Node is process 1 and handles SIGTERM itself. `docker compose run --rm bot node dist/scripts/deploy-commands/main.js`
# registers the commands.
CMD ["node", "dist/src/main.js"]
