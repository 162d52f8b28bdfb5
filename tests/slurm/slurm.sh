#!/usr/bin/env bash
# A Slurm of one node with accounting, for the tests: `slurm.sh start [FOLDER]` and `slurm.sh stop [FOLDER]`.
#
# Needs Debian's slurm-wlm, slurmdbd, munge and mariadb-server, and neither systemd nor cgroups: every daemon runs as the
# user who starts it, with its settings, state and logs in FOLDER (default: azeotrope-slurm among the temporary files).
# `start` leaves a cluster that answers as it is, and prints the setting by which Slurm's commands find it.
# `stop` cancels all jobs and ends the daemons that FOLDER tells of, and nothing else.
set -euo pipefail

usage() {
    echo "usage: $0 start|stop [FOLDER]" >&2
    exit 2
}

# Wait up to SECONDS for a command to succeed.
within() {
    local deadline=$((SECONDS + $1))
    shift
    until "$@" >/dev/null 2>&1; do
        ((SECONDS < deadline)) || return 1
        sleep 0.2
    done
}

# Whether a daemon runs, by its process id file; that a number is in use does not mean that it is still the daemon's.
runs() {
    local pid
    pid="$(cat "$folder/$1.pid" 2>/dev/null)" && [[ -n "$pid" && "$(cat "/proc/$pid/comm" 2>/dev/null)" == "$1" ]]
}

ended() {
    ! runs "$1"
}

# The first of three neighbouring ports on which nobody listens, below those that connections get by themselves.
free_ports() {
    local port
    for port in {16817..26817..100}; do
        listens "$port" || listens $((port + 1)) || listens $((port + 2)) || { echo "$port" && return; }
    done
    echo "no three neighbouring ports are free" >&2
    return 1
}

listens() {
    (exec 3<>"/dev/tcp/127.0.0.1/$1") 2>/dev/null
}

# Slurm can listen on one address only if that is the address of the machine's name, which is loopback on most machines;
# on a machine whose name has no address it listens on all. A requeued job may start again after cred_expire seconds, 120
# by default.
write_settings() {
    local host address listening port memory_mb
    host="$(hostname --short)"
    address="$(getent ahostsv4 "$host" | awk 'NR == 1 {print $1}')"
    listening="${address:+CommunicationParameters=NoInAddrAny,NoCtldInAddrAny}"
    address="${address:-127.0.0.1}"
    port="$(free_ports)" || return 1
    memory_mb="$(awk '/MemTotal/ {print int($2 / 1024 * 0.9)}' /proc/meminfo)"
    cat >"$folder/etc/slurm.conf" <<CONF
ClusterName=azeotrope
SlurmctldHost=$host($address)
SlurmctldPort=$port
SlurmdPort=$((port + 1))
SlurmUser=$user
SlurmdUser=$user
AuthType=auth/munge
AuthInfo=socket=$folder/munge.socket,cred_expire=5
$listening
AccountingStorageType=accounting_storage/slurmdbd
AccountingStorageHost=$address
AccountingStoragePort=$((port + 2))
AccountingStoragePass=$folder/munge.socket
StateSaveLocation=$folder/slurmctld
SlurmdSpoolDir=$folder/slurmd
SlurmctldPidFile=$folder/slurmctld.pid
SlurmdPidFile=$folder/slurmd.pid
SlurmctldLogFile=$folder/log/slurmctld.log
SlurmdLogFile=$folder/log/slurmd.log
SlurmdParameters=config_overrides
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
MpiDefault=none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU_Memory
DefMemPerCPU=$((memory_mb / $(nproc)))
SchedulerParameters=batch_sched_delay=0,sched_interval=1,bf_interval=1
EnforcePartLimits=ALL
KillWait=5
ReturnToService=2
NodeName=$host NodeAddr=$address CPUs=$(nproc) RealMemory=$memory_mb
PartitionName=debug Nodes=$host Default=YES MaxTime=INFINITE
CONF
    echo "CgroupAutomount=no" >"$folder/etc/cgroup.conf"
    # The database answers on a socket only, which the MySQL library takes from MYSQL_UNIX_PORT, and knows users by it.
    (umask 077 && cat >"$folder/etc/slurmdbd.conf") <<CONF
AuthType=auth/munge
AuthInfo=socket=$folder/munge.socket
DbdHost=localhost
DbdAddr=$address
DbdPort=$((port + 2))
SlurmUser=$user
$listening
LogFile=$folder/log/slurmdbd.log
PidFile=$folder/slurmdbd.pid
StorageType=accounting_storage/mysql
StorageHost=localhost
StorageUser=$user
CONF
}

start_munged() {
    [[ -s "$folder/munge.key" ]] || (umask 077 && head --bytes=128 /dev/urandom >"$folder/munge.key")
    munged --key-file="$folder/munge.key" --socket="$folder/munge.socket" --pid-file="$folder/munged.pid" \
        --log-file="$folder/log/munged.log" --seed-file="$folder/munge.seed"
}

start_mariadbd() {
    [[ -d "$folder/database/mysql" ]] || mariadb-install-db --no-defaults --datadir="$folder/database" --user="$user" \
        --auth-root-socket-user="$user" --skip-test-db >"$folder/log/install.log" 2>&1 || return 1
    setsid mariadbd --no-defaults --datadir="$folder/database" --user="$user" --socket="$MYSQL_UNIX_PORT" \
        --pid-file="$folder/mariadbd.pid" --skip-networking --innodb-lock-wait-timeout=900 \
        >"$folder/log/mariadbd.log" 2>&1 </dev/null &
    within 60 mariadb-admin --no-defaults --user="$user" ping
}

start_slurm() {
    slurmdbd && within 60 sacctmgr --noheader list cluster || return 1
    sacctmgr --noheader list cluster format=cluster | grep --quiet azeotrope ||
        sacctmgr --immediate --quiet add cluster azeotrope >/dev/null || return 1
    slurmctld && slurmd && within 60 answers
}

answers() {
    [[ "$(timeout 10 sinfo --noheader --format=%t)" =~ ^(idle|mix|alloc)$ ]] && timeout 10 sacct --noheader
}

start() {
    if ! answers >/dev/null 2>&1; then
        stop
        mkdir -p "$folder"/{etc,log,slurmctld,slurmd,database}
        chmod 711 "$folder" # munged insists that anyone can reach its socket
        if ! { write_settings && start_munged && start_mariadbd && start_slurm; }; then
            echo "Slurm did not start:" >&2
            tail --lines=20 "$folder"/log/*.log >&2
            stop
            exit 1
        fi
    fi
    echo "export SLURM_CONF=$SLURM_CONF"
}

no_jobs() {
    [[ -z "$(timeout 10 squeue --noheader)" ]]
}

stop() {
    local daemon
    if runs slurmctld; then
        timeout 10 scancel --user="$user" || true
        within 20 no_jobs || true
    fi
    for daemon in slurmd slurmctld slurmdbd mariadbd munged; do
        runs "$daemon" || continue
        kill "$(cat "$folder/$daemon.pid")"
        within 30 ended "$daemon" || kill -KILL "$(cat "$folder/$daemon.pid")"
    done
}

(($# == 1 || $# == 2)) || usage
folder="$(realpath --canonicalize-missing "${2:-${TMPDIR:-/tmp}/azeotrope-slurm}")"
user="$(id --user --name)"
export PATH="$PATH:/usr/sbin:/sbin" SLURM_CONF="$folder/etc/slurm.conf" MYSQL_UNIX_PORT="$folder/mariadbd.socket"
case "$1" in
start | stop) "$1" ;;
*) usage ;;
esac
