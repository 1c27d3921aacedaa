# The two commands of the README are `make start` and `make test`; both do all set-up themselves. At work: `make dev`, `make test-one FILE=...`.
SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
NODE := node_modules/.bin/node
# kafkajs sets timers of negative length on Node 26, and Node tells each time.
RUN_PARTS := $(NODE) --disable-warning=TimeoutNegativeWarning packages/testing/dist/parts/run-parts.main.js
STAMP := node_modules/.precis-installed
export PORT PRECIS_DATA_DIR

.PHONY: start dev test test-one test-faults test-full test-stress test-planted test-bare test-cluster test-web screenshots web-api client fuzz mcp-conformance lint oxlint-prettier build proto references bench bench-admission bench-quality tokens openapi chart-golden sbom licenses audit up down clean

start: build
	@exec $(NODE) services/standalone/dist/main.js

# Standalone for work on it: built and started again within 3 s of a saved change; a debugger attaches to INSPECT_PORT (9229).
dev: build
	@exec $(NODE) services/standalone/dist/dev/dev.main.js

# `make test` is a newcomer's; `make test-faults` has what takes long: backends and services killed under load. Both are small; `make test-full`
# is the full size of both, and has the tests' own machinery. PART=name runs one part alone.
test: build
	@$(RUN_PARTS) test $(PART)

# One test file, with the backends that the parts choose; FULL=1 for its full size.
test-one: build
	@$(RUN_PARTS) one $(FILE)

test-faults: build
	@$(RUN_PARTS) faults $(PART)

test-full: build
	@$(RUN_PARTS) full $(PART)

# Unit, integration, money and e2e tests while two loops take the processors from them: no test may depend on a quiet machine.
test-stress: build
	@$(RUN_PARTS) stress $(PART)

# Faults of one line in production code, each of which must turn a test red, in a copy of the repository; half an hour or more. ONLY=id,id takes
# some of them, SHARD=1/2 one of two halves; OUT=path gets the results as JSON.
test-planted: build
	@ONLY='$(ONLY)' SHARD='$(SHARD)' OUT='$(OUT)' $(NODE) packages/testing/dist/planted/planted.main.js

# Both commands as a newcomer gives them, in a bare Debian made for the purpose. Linux, as root.
test-bare:
	@packages/testing/bare/test-bare.sh

# The chart on a real Kubernetes of one node: Linux, root, Go. PART="name name" runs some of its parts, SHORT=1 what the build machine runs of
# them. CLUSTER_HOME (~/.cache/precis/cluster) keeps programs and images: packages/cluster/README.md says what it costs.
test-cluster: build
	@$(NODE) --disable-warning=TimeoutNegativeWarning packages/cluster/dist/test-cluster.main.js $(if $(SHORT),--short) $(PART)

# The web app in a real browser: every route, light and dark, on a standalone of its own; then Lighthouse on the landing page, which
# LIGHTHOUSE=0 leaves out: its points need a calm machine.
test-web: build
	@$(NODE) web/e2e/chromium.main.mjs
	@$(RUN_PARTS) web
	@if [ "$(LIGHTHOUSE)" != 0 ]; then $(NODE) web/e2e/lighthouse.main.mjs; fi

# The official conformance suite against /mcp, for revisions old and new, and every tool by the official inspector over stdio. Both come from the
# registry.
mcp-conformance: build
	@$(NODE) packages/e2e/dist/mcp/conformance.main.js

# Every route in its states, light and dark, at three widths, with a contact sheet per width, into OUT (screenshots); takes the README's picture
# anew. ONLY=regex, WIDTHS=390,1440 and MODES=dark take some of them. Fails by naming the states that could not be brought about.
screenshots: build
	@$(NODE) web/e2e/chromium.main.mjs
	@ONLY='$(ONLY)' WIDTHS='$(WIDTHS)' MODES='$(MODES)' OUT='$(OUT)' $(NODE) web/e2e/screenshots/screenshots.main.mjs

# Checks of the repository: oxlint, format, imports, sizes, documents, compose, OpenAPI, proto.
lint: build
	@$(RUN_PARTS) lint

# The command of the part `lint`: both beside each other. A third of prettier's time was the collector's, with the small space that Node gives to
# new objects. oxlint reads types, so that it finds promises nobody waits for.
oxlint-prettier: $(STAMP)
	@PATH="$(CURDIR)/node_modules/.bin:$$PATH" $(NODE) node_modules/oxlint/bin/oxlint --type-aware --deny-warnings . & oxlint=$$!; prettier=0; \
	$(NODE) --max-semi-space-size=64 node_modules/prettier/bin/prettier.cjs --check --log-level warn . || prettier=$$?; \
	wait $$oxlint && exit $$prettier

build: $(STAMP)
	@$(NODE) node_modules/ts7/bin/tsc -b
	@$(NODE) services/mcp/build/build-package.main.mjs
	@$(NODE) web/build/build-site.main.mjs

# Regenerates proto/gen, which is committed; the tests fail when it is out of date.
proto: $(STAMP)
	@cd proto && PATH="$(CURDIR)/node_modules/.bin:$$PATH" buf lint && PATH="$(CURDIR)/node_modules/.bin:$$PATH" buf generate

# After a new service or a new dependency between workspaces: writes every tsconfig.json, and what standalone depends on.
references: $(STAMP)
	@$(NODE) services/write-references.main.mjs

# The product as containers. .env keeps the secrets that the volumes depend on; made once, added to by later services.
up:
	@node deploy/make-env.main.mjs
	@docker compose --profile services build
	@docker compose --profile services up --detach --wait --wait-timeout 300

down:
	@docker compose --profile services down

# Rewrites the web app's client from the gateway's document.
web-api: $(STAMP)
	@cd web && ../$(NODE) ../node_modules/.bin/rtk-query-codegen-openapi build-api.config.cjs
	@$(NODE) node_modules/prettier/bin/prettier.cjs --write --log-level warn web/src/lib/generated-api.ts

# Rewrites what @precis/client knows of the gateway's document.
client: $(STAMP)
	@$(NODE) packages/client/build/generate-api.main.mjs

# Rewrites the committed OpenAPI document from the gateway's routes.
openapi: build
	@$(NODE) services/gateway/dist/openapi/write-openapi.main.js

# How many TypeScript tokens the production code has: make tokens REFS="HEAD~50 HEAD"
tokens: build
	@$(NODE) packages/testing/dist/tokens/count-tokens.main.js $(REFS)

# Every package, as CycloneDX. Not `--omit dev`: npm then leaves out whatever some workspace has as a development dependency, also where
# it runs in production for another; nor can its mark for development be relied on where a version is installed twice.
SBOM := npm sbom --sbom-format cyclonedx --package-lock-only
sbom:
	@$(SBOM) > sbom.json.new && mv sbom.json.new sbom.json && echo "sbom.json: $$(grep -c '"purl"' sbom.json) packages"

# Which licenses all packages have; fails by one that is unknown or not allowed, as the tests do.
licenses: build
	@$(NODE) packages/testing/dist/supply-chain/licenses.main.js

# Known holes in what runs in production. Error 1: there are some. Error 3: the registry does not serve advisories, so nothing was checked.
audit: build
	@$(NODE) packages/testing/dist/supply-chain/advisories.main.js

# What the OpenAPI document allows and what it does not, sent at random to a standalone by schemathesis, which pip installs into node_modules/.cache.
fuzz: build
	@$(NODE) packages/e2e/dist/fuzz/fuzz.main.js

# Measurements, ours beside bare servers and a typical Nest gateway in one run (docs/performance.md). ONLY=admit-cpu,ingest takes some, SHORT=1 is
# over in two minutes, COMPARE=folder adds the product of another built checkout; ROUNDS, ROUND_SECONDS, ACCOUNTS and GATEWAYS change the size; OUT=folder.
BENCH = @COMPARE='$(COMPARE)' ROUNDS='$(ROUNDS)' ROUND_SECONDS='$(ROUND_SECONDS)' ACCOUNTS='$(ACCOUNTS)' GATEWAYS='$(GATEWAYS)' SHORT='$(SHORT)' OUT='$(OUT)' \
	ONLY='$(1)' $(NODE) --disable-warning=TimeoutNegativeWarning packages/bench/dist/bench.main.js
bench: build
	$(call BENCH,$(ONLY))

# What a summarise call costs in each process, alone.
bench-admission: build
	$(call BENCH,admit-cpu)

# How good the summaries are, on a corpus that is not in the repository: QMSUM_FILE=path/val.jsonl
bench-quality: build
	@$(NODE) packages/bench/dist/quality/quality.bench.main.js

clean:
	rm -rf node_modules packages/*/dist services/*/dist proto/dist web/dist

# A registry that fails once for a version that exists was seen to succeed when asked again. Two `make` at once would delete each
# other's packages: where flock exists, the second waits and finds the work done.
INSTALL := npm ci --no-audit --no-fund --loglevel=error
LOCKED := $(if $(shell command -v flock),flock .install.lock)
# Node 26 is linked against libatomic, which a bare Debian lacks; the Node 20 of the machine does without. The install is repeated then:
# install scripts run on that Node, and an optional package whose script fails is left out in silence.
NODE_RUNS := $(NODE) -e 0 2>/dev/null
APT := apt-get -qq -o Dpkg::Use-Pty=0
GIVE_LIBATOMIC := { $(APT) update && $(APT) install -y libatomic1 >/dev/null && $(NODE_RUNS); } || { echo "$$($(NODE) -e 0 2>&1 | head -1)" >&2; echo "As root: apt-get install libatomic1" >&2; exit 1; }
$(STAMP): package-lock.json
	@echo "Installing packages ..."
	@$(LOCKED) bash -c '[ $@ -nt package-lock.json ] || { ($(INSTALL) || $(INSTALL)) && ($(NODE_RUNS) || { $(GIVE_LIBATOMIC) && $(INSTALL); }) && touch $@; }'

# Renders the chart anew for `make lint`, which has no helm; HELM=path names one that is not on the PATH.
chart-golden: $(STAMP)
	@HELM='$(HELM)' $(NODE) charts/precis/tests/golden.main.mjs
