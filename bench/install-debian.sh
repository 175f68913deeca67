#!/bin/sh
# Installs what the benches use beyond npm on Debian and its kin: PostgreSQL's server and pgbench.
# No cluster is made: each run starts its own, in a temporary directory.
set -eu
export DEBIAN_FRONTEND=noninteractive
apt-get update
apt-get install --yes --no-install-recommends postgresql-common
sed --in-place 's/^#\?create_main_cluster.*/create_main_cluster = false/' /etc/postgresql-common/createcluster.conf
apt-get install --yes --no-install-recommends postgresql
ls /usr/lib/postgresql/*/bin/pgbench
