# An endpoint for many people, in a container. See docs/endpoint.md.
#
#   docker build -t switchyard .
#   docker run --init -p 127.0.0.1:4100:4100 -v "$PWD:/workspace" -v switchyard-state:/state switchyard \
#     --oauth-issuer https://login.example.com --oauth-audience https://switchyard.example.com/mcp \
#     --public-url https://switchyard.example.com --approve memory

FROM node:24-slim AS build
WORKDIR /build
COPY package.json package-lock.json ./
# esbuild's program is a package of its own: no script of a package has to run.
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY . .
RUN node esbuild.mjs --minify

FROM node:24-slim
# Recorded tasks need Git; servers that are approved may need what npx brings.
RUN apt-get update \
  && apt-get install --yes --no-install-recommends git \
  && rm -rf /var/lib/apt/lists/* \
  # What is mounted belongs to a user outside, whom Git would not trust. No program of a repository runs for a record.
  && git config --system --add safe.directory '*' \
  && install -d -o node -g node -m 700 /state /workspace
WORKDIR /opt/switchyard
COPY --from=build /build/package.json /build/LICENSE ./
COPY --from=build /build/data data
COPY --from=build /build/dist dist
USER node
ENV NODE_ENV=production
EXPOSE 4100
VOLUME ["/state"]
HEALTHCHECK --interval=15s --timeout=3s --start-period=10s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:4100/healthz').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "dist/headless.js", "--http", "--host", "0.0.0.0", "--port", "4100", "--workspace", "/workspace", "--state", "/state"]
