# Sourced by ids, engines and server: builds, and starts a class of the benchmarks.
set -eu

module=verification/bench
java=${JAVA_HOME:+$JAVA_HOME/bin/}java

fail() {
  echo "$(basename "$0"): $1; see $0 --help" >&2
  exit 2
}

# Prints the comment at the start of the command.
help() {
  sed -n '2,/^$/s/^# \{0,1\}//p' "$0"
  exit
}

# Builds the modules of another checkout that the benchmarks measure.
build_modules() {
  measured=
  for each in core opaque config stores/*; do
    if [ -f "$1/$each/pom.xml" ]; then
      measured="$measured,$each"
    fi
  done
  (cd "$1" && mvn -B -q -pl "${measured#,}" -am -P '!gates' -DskipTests package)
}

# Builds the launcher of a checkout.
build_launcher() {
  "$1/mintmark" --version >/dev/null
}

# launch CLASS BUILD_OTHER VERBS ARGUMENT...
#   VERBS take the path of another checkout, which BUILD_OTHER builds. From here on, paths are seen
#   from the root.
launch() {
  class=$1
  build_other=$2
  verbs=$3
  shift 3
  case " $verbs " in
    *" ${1:-none} "*)
      verb=$1
      shift
      case ${1:-} in
        '' | --*)
          [ "$verb" != compare ] || fail 'compare OTHER_CHECKOUT: no checkout is given'
          set -- "$verb" "$@"
          ;;
        *)
          [ -f "$1/core/pom.xml" ] || fail "not a checkout of Mintmark: path=$1"
          other=$(cd "$1" && pwd)
          shift
          set -- "$verb" "$other" "$@"
          ;;
      esac
      ;;
  esac
  cd "$(dirname "$0")/../.."
  echo 'building' >&2
  mvn -B -q -pl $module -am -P '!gates' -DskipTests \
    package dependency:build-classpath -Dmdep.outputFile=target/class-path -Dmdep.includeScope=runtime
  if [ -n "${other:-}" ]; then
    echo "building $other" >&2
    $build_other "$other"
  fi
  exec "$java" -cp "$PWD/$module/target/classes:$(cat $module/target/class-path)" \
    "io.mintmark.bench.$class" "$@"
}
