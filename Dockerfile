FROM node:20-slim AS build
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci
COPY . .
# The checked catalogue is saved in the image, so that a start need not read it again.
RUN npm run build && npm prune --omit=dev \
  && GPU_PLAN_CATALOG=/app/dist/catalog node dist/src/cli.js catalog list models > /dev/null

FROM node:20-slim
ENV NODE_ENV=production GPU_PLAN_DATA_DIR=/data GPU_PLAN_CATALOG=/app/dist/catalog HOST=0.0.0.0
WORKDIR /app
COPY --from=build /app/package.json ./
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/dist ./dist
RUN mkdir /data && chown node:node /data
USER node
VOLUME /data
EXPOSE 3000 3001
HEALTHCHECK --interval=30s --timeout=5s --start-period=30s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + (process.env.HEALTH_PORT || 3001) + '/healthz').then((a) => process.exit(a.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "dist/src/main.js"]
