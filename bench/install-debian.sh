#!/bin/sh
# Installs the benches' requirements beyond npm on Debian and its derivatives: PostgreSQL's server and
# pgbench. Each run creates its own cluster in a temporary directory.
set -eu
export DEBIAN_FRONTEND=noninteractive
apt-get update
apt-get install --yes --no-install-recommends postgresql-common
sed --in-place 's/^#\?create_main_cluster.*/create_main_cluster = false/' /etc/postgresql-common/createcluster.conf
apt-get install --yes --no-install-recommends postgresql
ls /usr/lib/postgresql/*/bin/pgbench
