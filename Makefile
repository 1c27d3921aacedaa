# `make start` and `make test`, the commands of the README, need no other set-up. For development: `make dev`, `make test-one FILE=...`.
SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
NODE := node_modules/.bin/node
# kafkajs sets timers of negative length, and Node 26 would print a warning for each of them.
RUN_PARTS := $(NODE) --disable-warning=TimeoutNegativeWarning packages/testing/dist/parts/run-parts.main.js
STAMP := node_modules/.precis-installed
export PORT PRECIS_DATA_DIR

.PHONY: start dev test test-one test-faults test-full test-stress test-planted test-bare test-cluster test-web screenshots web-api client fuzz mcp-conformance lint oxlint-oxfmt build proto references bench bench-admission bench-quality tokens openapi chart-golden sbom licenses audit up down clean

start: build
	@exec $(NODE) services/standalone/dist/main.js

# Standalone for development: rebuilt and restarted within 3 s of a saved change; a debugger attaches to INSPECT_PORT (9229).
dev: build
	@exec $(NODE) services/standalone/dist/dev/dev.main.js

# `make test` is for newcomers. `make test-faults` runs the long tests, which kill backends and services under load. Both use small sizes;
# `make test-full` runs both at full size, and the tests of the test tools. PART=name runs only one part.
test: build
	@$(RUN_PARTS) test $(PART)

# Runs one test file, with the backends that its part needs; FULL=1 for the full size.
test-one: build
	@$(RUN_PARTS) one $(FILE)

test-faults: build
	@$(RUN_PARTS) faults $(PART)

test-full: build
	@$(RUN_PARTS) full $(PART)

# Runs unit, integration, money and e2e tests while two loops compete for the processors: no test may depend on a quiet machine.
test-stress: build
	@$(RUN_PARTS) stress $(PART)

# Plants one-line faults in a copy of the production code, each of which must fail a test. Takes half an hour or more. ONLY=id,id selects some,
# SHARD=1/2 one of two halves; OUT=path receives the results as JSON.
test-planted: build
	@ONLY='$(ONLY)' SHARD='$(SHARD)' OUT='$(OUT)' $(NODE) packages/testing/dist/planted/planted.main.js

# Runs `make start` and `make test` as a newcomer would, in a bare Debian that the script makes. Needs Linux and root.
test-bare:
	@packages/testing/bare/test-bare.sh

# Tests the chart on a real Kubernetes of one node. Needs Linux, root and Go. FULL=1 adds evictions, deaths, upgrades and scaling under load; SHORT=1
# runs the parts of the build machine, PART="name name" some parts.
# CACHED=1 tests nothing, and says so, if the cluster's programs have not been built.
# FROM=COMMIT PART=upgrade upgrades from that commit's release to this one. CLUSTER_HOME (~/.cache/precis/cluster) keeps programs and images;
# packages/cluster/README.md lists the cost.
test-cluster: build
	@$(NODE) --disable-warning=TimeoutNegativeWarning packages/cluster/dist/test-cluster.main.js $(if $(SHORT),--short) $(if $(FULL),--full) $(if $(CACHED),--cached) $(PART)

# Tests the web app in a real browser: every route, light and dark, on its own standalone; then Lighthouse on the landing page, which
# LIGHTHOUSE=0 skips, because its scores need a quiet machine.
test-web: build
	@$(NODE) web/e2e/chromium.main.mjs
	@$(RUN_PARTS) web
	@if [ "$(LIGHTHOUSE)" != 0 ]; then $(NODE) web/e2e/lighthouse.main.mjs; fi

# Runs the official conformance suite against /mcp, for old and new revisions, and every tool in the official inspector over stdio. Downloads
# both from the registry.
mcp-conformance: build
	@$(NODE) packages/e2e/dist/mcp/conformance.main.js

# Takes screenshots of every route in its states, light and dark, at three widths, with a contact sheet per width, into OUT (screenshots), and
# renews the README's picture. ONLY=regex, WIDTHS=390,1440 and MODES=dark select some. Fails with the names of states that could not be reached.
screenshots: build
	@$(NODE) web/e2e/chromium.main.mjs
	@ONLY='$(ONLY)' WIDTHS='$(WIDTHS)' MODES='$(MODES)' OUT='$(OUT)' $(NODE) web/e2e/screenshots/screenshots.main.mjs

# Checks the repository: oxlint, format, imports, sizes, documents, compose, OpenAPI, proto.
lint: build
	@$(RUN_PARTS) lint

# The command of the part `lint`. oxlint reads types, so that it finds promises that are not awaited.
oxlint-oxfmt: $(STAMP)
	@$(NODE) node_modules/oxfmt/bin/oxfmt --check .
	@PATH="$(CURDIR)/node_modules/.bin:$$PATH" $(NODE) node_modules/oxlint/bin/oxlint --type-aware --deny-warnings .

build: $(STAMP)
	@$(NODE) node_modules/ts7/bin/tsc -b
	@$(NODE) services/mcp/build/build-package.main.mjs
	@$(NODE) web/build/build-site.main.mjs

# Regenerates proto/gen, which is committed; the tests fail when it is out of date.
proto: $(STAMP)
	@cd proto && PATH="$(CURDIR)/node_modules/.bin:$$PATH" buf lint && PATH="$(CURDIR)/node_modules/.bin:$$PATH" buf generate

# Run it after adding a service or a dependency between workspaces: writes every tsconfig.json, and the dependencies of standalone.
references: $(STAMP)
	@$(NODE) services/write-references.main.mjs

# Starts the product as containers. .env keeps the secrets that the volumes depend on; it is created once, and later services add to it.
up:
	@node deploy/make-env.main.mjs
	@docker compose --profile services build
	@docker compose --profile services up --detach --wait --wait-timeout 300

# Stops the containers of `make up`. Their volumes, and so all data, stay.
down:
	@docker compose --profile services down

# Rewrites the web app's client from the gateway's OpenAPI document.
web-api: $(STAMP)
	@cd web && ../$(NODE) ../node_modules/.bin/rtk-query-codegen-openapi build-api.config.cjs
	@$(NODE) node_modules/oxfmt/bin/oxfmt --write web/src/lib/generated-api.ts

# Rewrites the types of @precis/client from the gateway's OpenAPI document.
client: $(STAMP)
	@$(NODE) packages/client/build/generate-api.main.mjs

# Rewrites the committed OpenAPI document from the gateway's routes.
openapi: build
	@$(NODE) services/gateway/dist/openapi/write-openapi.main.js

# Counts the TypeScript tokens of the production code: make tokens REFS="HEAD~50 HEAD"
tokens: build
	@$(NODE) packages/testing/dist/tokens/count-tokens.main.js $(REFS)

# Lists every package as CycloneDX, without `--omit dev`: with it, npm omits a package that is a development dependency of one workspace even if
# another needs it in production. npm's mark of development packages is also unreliable when a version is installed twice.
SBOM := npm sbom --sbom-format cyclonedx --package-lock-only
sbom:
	@$(SBOM) > sbom.json.new && mv sbom.json.new sbom.json && echo "sbom.json: $$(grep -c '"purl"' sbom.json) packages"

# Lists the licenses of all packages; fails for an unknown or forbidden one, as the tests do.
licenses: build
	@$(NODE) packages/testing/dist/supply-chain/licenses.main.js

# Reports known vulnerabilities of production packages. Error 1: there are some. Error 3: the registry has no advisories, so nothing was checked.
audit: build
	@$(NODE) packages/testing/dist/supply-chain/advisories.main.js

# Sends random valid and invalid requests of the OpenAPI document to a standalone. pip installs the tool, schemathesis, into node_modules/.cache.
fuzz: build
	@$(NODE) packages/e2e/dist/fuzz/fuzz.main.js

# Measures our product, bare servers and a typical Nest gateway in one run (docs/performance.md). ONLY=admit-cpu,ingest selects some, SHORT=1
# takes two minutes, COMPARE=folder adds the product of another built checkout; ROUNDS, ROUND_SECONDS, ACCOUNTS and GATEWAYS set the size; OUT=folder.
BENCH = @COMPARE='$(COMPARE)' ROUNDS='$(ROUNDS)' ROUND_SECONDS='$(ROUND_SECONDS)' ACCOUNTS='$(ACCOUNTS)' GATEWAYS='$(GATEWAYS)' SHORT='$(SHORT)' OUT='$(OUT)' \
	ONLY='$(1)' $(NODE) --disable-warning=TimeoutNegativeWarning packages/bench/dist/bench.main.js
bench: build
	$(call BENCH,$(ONLY))

# Measures only the cost of a summarise call in each process.
bench-admission: build
	$(call BENCH,admit-cpu)

# Measures the quality of summaries, on a corpus that is not in the repository: QMSUM_FILE=path/val.jsonl
bench-quality: build
	@$(NODE) packages/bench/dist/quality/quality.bench.main.js

# Deletes the installed packages and the build output; the next command installs and builds again.
clean:
	rm -rf node_modules packages/*/dist services/*/dist proto/dist web/dist

# A registry sometimes fails once for an existing version, so the install is tried twice. Two `make` at once would delete each other's packages:
# where flock exists, the second waits and finds the work done.
INSTALL := npm ci --no-audit --no-fund --loglevel=error
LOCKED := $(if $(shell command -v flock),flock .install.lock)
# Node 26 is linked against libatomic, which a bare Debian lacks; the machine's Node 20 does not need it. Afterwards the install is repeated:
# install scripts run on Node 26, and npm silently omits an optional package whose script fails.
NODE_RUNS := $(NODE) -e 0 2>/dev/null
APT := apt-get -qq -o Dpkg::Use-Pty=0
GIVE_LIBATOMIC := { $(APT) update && $(APT) install -y libatomic1 >/dev/null && $(NODE_RUNS); } || { echo "$$($(NODE) -e 0 2>&1 | head -1)" >&2; echo "As root: apt-get install libatomic1" >&2; exit 1; }
$(STAMP): package-lock.json
	@echo "Installing packages ..."
	@$(LOCKED) bash -c '[ $@ -nt package-lock.json ] || { ($(INSTALL) || $(INSTALL)) && ($(NODE_RUNS) || { $(GIVE_LIBATOMIC) && $(INSTALL); }) && touch $@; }'

# Renders the chart again for `make lint`, which has no helm; HELM=path names a helm that is not on the PATH.
chart-golden: $(STAMP)
	@HELM='$(HELM)' $(NODE) charts/precis/tests/golden.main.mjs
