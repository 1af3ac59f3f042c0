# An image for pipelines: Debian with git, a shell and editc.   make tarball && docker build -t editc .
# `make image` makes a smaller one without both, and needs no container engine.
FROM debian:12-slim
RUN apt-get update -q && apt-get install -y -q --no-install-recommends git && rm -rf /var/lib/apt/lists/*
# ADD unpacks an archive; the folder of the release is in its name.
ADD .build/dist/editc-*-linux-x86_64.tar.xz /opt/
RUN ln -s /opt/editc-*/bin/editc /usr/local/bin/editc
# Mount scripts and media here:  docker run --rm -v "$PWD:/work" editc lint
WORKDIR /work
ENTRYPOINT ["editc"]
