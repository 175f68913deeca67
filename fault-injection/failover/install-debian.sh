#!/bin/sh
# Installs the requirements of failover.test.ts on Debian 12: PostgreSQL with pg_auto_failover, and
# iptables. Run it as root.
set -eu
export DEBIAN_FRONTEND=noninteractive
apt-get update
apt-get install --yes --no-install-recommends postgresql-common
sed --in-place 's/^#\?create_main_cluster.*/create_main_cluster = false/' /etc/postgresql-common/createcluster.conf
apt-get install --yes --no-install-recommends postgresql-15-auto-failover pg-auto-failover-cli iptables iproute2
pg_autoctl version
