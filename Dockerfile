# An image with the editc command:  docker build -t editc .
# Both stages install their packages as `make` does on any Debian 12.

FROM swift:6.3-bookworm AS build
RUN apt-get update -q && apt-get install -y -q --no-install-recommends make
WORKDIR /editc
# Copied before the sources: a change of the sources then installs no package again.
COPY Makefile ./
RUN make deps
COPY . ./
RUN make build

FROM swift:6.3-bookworm-slim
WORKDIR /editc
COPY Makefile ./
RUN apt-get update -q && apt-get install -y -q --no-install-recommends make \
  && make runtime-deps && rm -rf /var/lib/apt/lists/*
COPY --from=build /editc/.build/release/editc /usr/local/bin/editc
# Mount scripts and media here:  docker run --rm -v "$PWD:/work" editc lint
WORKDIR /work
ENTRYPOINT ["editc"]
