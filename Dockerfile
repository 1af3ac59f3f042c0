# An image with the editc command:  docker build -t editc .
# Both stages install what they need as `make` does on any Debian 12.

FROM swift:6.3-bookworm AS build
RUN apt-get update -q && apt-get install -y -q --no-install-recommends make
WORKDIR /editc
# Apart from the sources, so that a change of theirs does not install everything again.
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
# Scripts and media are mounted here:  docker run --rm -v "$PWD:/work" editc lint
WORKDIR /work
ENTRYPOINT ["editc"]
