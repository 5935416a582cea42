# syntax=docker/dockerfile:1
FROM node:26-bookworm-slim AS base
WORKDIR /app
ENV npm_config_audit=false npm_config_fund=false npm_config_update_notifier=false

# The page, built with everything there is.
FROM base AS page
COPY package.json package-lock.json ./
RUN --mount=type=cache,target=/root/.npm npm ci --include=dev
COPY tsconfig.json vite.config.ts chunks.config.ts ./
COPY scripts ./scripts
COPY src ./src
RUN node scripts/setup.mjs build

# What the server runs on, and nothing else.
FROM base AS packages
COPY package.json package-lock.json ./
RUN --mount=type=cache,target=/root/.npm npm ci --omit=dev

FROM base
# ffmpeg for the videos people post; tini so that Ctrl-C, docker stop and dead children are handled as on a real machine.
RUN apt-get update \
 && apt-get install -y --no-install-recommends ffmpeg tini \
 && rm -rf /var/lib/apt/lists/*
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data UPLOADS_DIR=/data/uploads
COPY --from=packages /app/node_modules ./node_modules
# All that `npm run` and `npm start` look at: they compare the packages and the page with it.
COPY package.json package-lock.json tsconfig.json vite.config.ts chunks.config.ts ./
COPY scripts ./scripts
COPY src ./src
COPY --from=page /app/dist ./dist
RUN mkdir -p /data/uploads /backups && chown -R node:node /data /backups
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/readyz`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["tini", "--"]
CMD ["node", "src/server/supervised-main.ts"]
