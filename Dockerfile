# Builds one image for the site and its workers (its default command runs the site), and one, `front`, for the
# nginx in front. docker-compose.yml starts all of them. Files get their modes here, because a checkout may be readable
# for its owner alone.

FROM node:24.21.0-bookworm AS build
WORKDIR /site
COPY package.json package-lock.json .npmrc ./
COPY scripts/install.mjs scripts/install.mjs
COPY scripts/system scripts/system
RUN node scripts/install.mjs
COPY --chmod=755 . .
RUN node scripts/build.mjs
RUN npm prune --omit=dev

FROM nginx:1.28.3-alpine AS front
WORKDIR /etc/nginx
COPY --chmod=755 nginx .
RUN mv docker.conf upstream.conf && sed 's/server\.conf/tls.conf/' nginx.conf > with-tls.conf
COPY --from=build /site/build/client client
# start.sh writes this file to /tmp, because everything else is read-only.
RUN ln -s /tmp/trusted-proxies.conf trusted-proxies.conf
# The user `nginx`.
USER 101:101
EXPOSE 8080
HEALTHCHECK --interval=10s --timeout=5s --start-period=10s \
    CMD ["wget", "-q", "--spider", "http://127.0.0.1:8080/healthz"]
ENTRYPOINT ["sh", "start.sh", "-g", "daemon off; pid /tmp/nginx.pid;"]

FROM node:24.21.0-bookworm-slim
WORKDIR /site
ENV NODE_ENV=production \
    COMPOSE_SERVICE=web \
    HOST=0.0.0.0 \
    PORT=3000 \
    DATABASE_PATH=data/database/site.sqlite \
    MEDIA_DIR=data/media
COPY --chmod=755 package.json ./
COPY --chmod=755 db/migrations db/migrations
COPY --chmod=755 shipped shipped
COPY --chmod=755 scripts/system scripts/system
COPY --from=build /site/node_modules node_modules
COPY --from=build /site/build build
# 1000 is the user `node`. It owns only data/. Volumes take their owner from these folders.
RUN install -d -o 1000 -g 1000 data data/database data/media data/backups
USER 1000:1000
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=10s --start-period=60s \
    CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "scripts/system/serve.mjs"]
