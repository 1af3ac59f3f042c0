# make demo       renders the example film
# make test       runs the tests, except slow ones
# make test-all   runs every test
# make attack     attacks the guarantees of docs/reliability.md, which takes hours
# make judge      checks everything that the tests only sample, such as sound of every length, which takes hours
# make bundle     builds the tree of the packages: the program, its libraries, fonts, licences (docs/releasing.md)
# make wheel deb tarball image sources vsix   build the packages of a release in .build/dist
# make release-check   checks the packages: versions, licences, identical films, clean Debian roots
# make pictures   recreates the pictures of examples, transitions and recipes
# All of them install missing system packages, and need no network if none is missing.

SWIFT ?= swift
EDITC = .build/release/editc

# FLAGS="-c release -Xswiftc -enable-testing" tests the release build, which shares its folder with `make demo`.
FLAGS ?=

# Debian 12 packages: the libraries of editc, and the independent tools with which tests and examples judge it.
PACKAGES = libyaml-dev libssl-dev libavformat-dev libavcodec-dev libavfilter-dev libavutil-dev \
	libswscale-dev libswresample-dev libebur128-dev libpango1.0-dev libfribidi-dev libass-dev libmicrohttpd-dev libxml2-dev librsvg2-dev libcurl4-openssl-dev libxcb1-dev libxcb-shm0-dev libpulse-dev libasound2-dev \
	pkg-config ffmpeg librsvg2-bin strace openssl qemu-user \
	fonts-inter fonts-noto-core fonts-noto-mono fonts-dejavu-core fonts-lohit-deva fonts-tlwg-garuda-ttf fonts-droid-fallback fonts-noto-color-emoji \
	python3 python3-yaml python3-numpy python3-pil python3-jsonschema procps gzip git curl zsh fish pre-commit binutils webp

# Packages that the finished command needs on a machine with the Swift runtime; `editc diff` uses git.
RUNTIME_PACKAGES = libyaml-0-2 libssl3 libavformat59 libavcodec59 libavfilter8 libavutil57 libswscale6 \
	libswresample4 libebur128-1 libpangocairo-1.0-0 libpango-1.0-0 libpangoft2-1.0-0 libcairo2 libfontconfig1 \
	libfreetype6 libharfbuzz0b libglib2.0-0 libfribidi0 libass9 libmicrohttpd12 libxml2 librsvg2-2 \
	libcurl4 ca-certificates libxcb1 libxcb-shm0 libpulse0 libasound2 git
# The fonts that `sans-serif`, `serif` and `monospace` stand for. `sans-serif` is the font of texts that name none.
RUNTIME_FONTS = fonts-inter fonts-noto-core fonts-noto-mono

# Packages that only `make test-all` needs: other programs that read or play the files. If one is not available, its
# tests are skipped with a message.
TEST_ALL_PACKAGES = mandoc openssh-server slurm-wlm munge mediainfo chromium chromium-driver firefox-esr python3-pip libopenh264-dev g++ neovim emacs-nox elpa-eglot vim-ale kate xvfb xdotool pulseaudio libasound2-plugins dbus nodejs zip melt libimage-exiftool-perl sndfile-programs libxml2-utils libharfbuzz-bin gir1.2-gst-rtsp-server-1.0 gstreamer1.0-plugins-good gstreamer1.0-plugins-bad python3-gi
# The folder for judges that are downloaded from PyPI.
JUDGES ?= $(HOME)/.cache/editc-judges

# Packages that only releases need: dependencies of the FFmpeg build, and tools for packaging and checking.
PACKAGING_PACKAGES = libx264-dev libx265-dev libsvtav1enc-dev libdav1d-dev libvpx-dev libwebp-dev libopus-dev libmp3lame-dev libsrt-openssl-dev \
	libbz2-dev liblzma-dev zlib1g-dev nasm dpkg-dev xz-utils
RELEASE_PACKAGES = python3-venv pre-commit lintian debootstrap minisign mandoc

# Packages that only the benchmarks need.
BENCHMARK_PACKAGES = python3-pip time

.PHONY: demo pictures contact-sheet bench test test-all attack judge build deps runtime-deps format lint clean \
	bundle wheel deb tarball image sources vsix release-check

demo: build
	examples/make-media
	mkdir -p examples/out
	$(EDITC) render examples/holiday.edit --force
	$(EDITC) frame examples/holiday.edit --at 3s -o examples/holiday.png --force
	@echo
	@echo "the film:         examples/out/holiday.mp4"
	@echo "a picture of it:  examples/holiday.png"

# The pictures of examples, transitions, recipes and the tutorial.
pictures: build
	examples/make-pictures "$$PWD/$(EDITC)"
	docs/transitions/make-pictures "$$PWD/$(EDITC)"
	docs/templates/make-pictures "$$PWD/$(EDITC)"
	if command -v chromedriver > /dev/null; then docs/pictures/make-preview-picture $(EDITC); fi
	docs/recipes/make-pictures "$$PWD/$(EDITC)"

# One picture, for visual inspection, of all clips in MEDIA that are error-prone.
contact-sheet: build
	Tests/contact-sheet "$$PWD/$(EDITC)" "$(MEDIA)" contact-sheet.jpg

# Compares editc with ffmpeg on this machine, which takes long: a table and a plot.
bench: build
	@$(MAKE) --no-print-directory deps PACKAGES="$(BENCHMARK_PACKAGES)"
	$(SWIFT) build -c release --product FrameBenchmark
	Benchmarks/bench --editc "$$PWD/$(EDITC)" --plot Benchmarks/results.svg $(CASES)

test: deps lint
	$(SWIFT) build $(FLAGS) --build-tests
	SWIFT="$(SWIFT)" Tests/run $(FLAGS)

# Tests/README.md lists what this adds to `make test`.
test-all: deps
	@for package in $(TEST_ALL_PACKAGES); do \
		$(MAKE) --no-print-directory deps PACKAGES=$$package || echo "no $$package: the tests that need it are skipped"; \
	done
	@Tests/fetch-ffmpeg "$(JUDGES)" || echo "no second FFmpeg: the tests that need it are skipped"
	@Tests/fetch-editor-profiles "$(JUDGES)" || echo "no profiles of editors: the tests that need them are skipped"
	@Tests/fetch-opentimelineio "$(JUDGES)" || echo "no OpenTimelineIO: the tests that need it are skipped"
	@Tests/fetch-model-context "$(JUDGES)" || echo "no client of the Model Context Protocol: the test that needs it is skipped"
	@Tests/fetch-in-toto "$(JUDGES)" || echo "no in-toto-attestation: receipts are judged by their schema alone"
	@Tests/fetch-schedulers "$(JUDGES)" || echo "no schemas of schedulers: the tests that need them are skipped"
	$(SWIFT) build $(FLAGS) --build-tests
	EDITC_TEST_ALL=1 EDITC_JUDGES="$(JUDGES)" SWIFT="$(SWIFT)" Tests/run $(FLAGS)

# KINDS="media kills" selects kinds of attacks; SEED=2 generates different ones.
SEED ?= 1
attack: build
	Tests/Attack/attack --editc "$$PWD/$(EDITC)" --seed $(SEED) $(KINDS)

# Everything that `make test-all` samples.
judge: build
	Tests/judge "$$PWD/$(EDITC)" $(SEED)
	$(SWIFT) build $(FLAGS) --build-tests
	EDITC_TEST_ALL=long EDITC_JUDGES="$(JUDGES)" SWIFT="$(SWIFT)" Tests/run $(FLAGS)

build: deps
	$(SWIFT) build -c release $(filter-out -c release,$(FLAGS)) --product editc

# Queries dpkg first, so that a machine with all packages needs neither network nor root.
deps:
	@missing=; for package in $(PACKAGES); do \
		dpkg-query -W -f '$${Status}' $$package 2>/dev/null | grep -q 'ok installed' || missing="$$missing $$package"; \
	done; \
	if [ -n "$$missing" ]; then \
		echo "installing:$$missing"; \
		if [ "$$(id -u)" = 0 ]; then as_root=; else as_root=sudo; fi; \
		$$as_root apt-get update -q && \
		DEBIAN_FRONTEND=noninteractive $$as_root apt-get install -y -q --no-install-recommends $$missing; \
	fi

runtime-deps:
	@$(MAKE) --no-print-directory deps PACKAGES="$(RUNTIME_PACKAGES) $(RUNTIME_FONTS)"

# SOURCES=DIR uses Debian's source packages in a folder, without network; JOBS=1 builds the libraries in one process.
bundle:
	@packaging/supported
	@$(MAKE) --no-print-directory deps PACKAGES="$(PACKAGES) $(PACKAGING_PACKAGES)"
	SWIFT="$(SWIFT)" SOURCES="$(SOURCES)" packaging/bundle

wheel deb tarball image: bundle
	packaging/$@

# The source packages that the bundle's list of contents names.
sources: bundle
	SOURCES="$(SOURCES)" packaging/sources

vsix:
	mkdir -p .build/dist
	cd .build/dist && ../../editors/vscode/pack

# CHECKS="versions films" selects checks.
release-check: build wheel deb tarball image
	@$(MAKE) --no-print-directory deps PACKAGES="$(RELEASE_PACKAGES)"
	examples/make-media
	EDITC="$(EDITC)" packaging/release-check $(CHECKS)

format:
	$(SWIFT) format --in-place --recursive Sources Tests Package.swift

lint:
	$(SWIFT) format lint --strict --recursive Sources Tests Package.swift

clean:
	rm -rf .build examples/media examples/out
