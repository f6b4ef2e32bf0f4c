# To be sourced. assay_test_tools installs the programs of others that tests use, as Debian's packages,
# where this is root's machine and they are missing; elsewhere it says which are.
assay_test_tools() {
  local missing=()
  command -v mvn >/dev/null 2>&1 || missing+=(maven)
  command -v bwrap >/dev/null 2>&1 || missing+=(bubblewrap)
  command -v openssl >/dev/null 2>&1 || missing+=(openssl)
  command -v python3 >/dev/null 2>&1 || missing+=(python3)
  command -v git >/dev/null 2>&1 || missing+=(git)
  command -v node >/dev/null 2>&1 || missing+=(nodejs)
  command -v npm >/dev/null 2>&1 || missing+=(npm)
  command -v jq >/dev/null 2>&1 || missing+=(jq)
  command -v curl >/dev/null 2>&1 || missing+=(curl)
  command -v chromium >/dev/null 2>&1 || missing+=(chromium)
  command -v go >/dev/null 2>&1 || missing+=(golang-go)
  [ -d /usr/share/gocode/src/golang.org/x/mod/sumdb ] || missing+=(golang-golang-x-mod-dev)
  command -v strace >/dev/null 2>&1 || missing+=(strace)
  compgen -G "/usr/lib*/*/faketime/libfaketimeMT.so.1" >/dev/null || missing+=(libfaketime)
  [ ${#missing[@]} -eq 0 ] && return 0
  if ! command -v apt-get >/dev/null 2>&1 || [ "$(id -u)" != 0 ]; then
    echo "missing: ${missing[*]}; the tests that need them fail and say so. next: apt-get install ${missing[*]}, or what your system calls them"
    return 0
  fi
  echo "installing what the tests use: ${missing[*]}"
  local apt=(env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends)
  { apt-get update -qq && "${apt[@]}" "${missing[@]}"; } >/dev/null 2>&1 && return 0
  local package
  for package in "${missing[@]}"; do # one that cannot be installed does not keep out the others
    "${apt[@]}" "$package" >/dev/null 2>&1 || echo "$package could not be installed; the tests that need it say so"
  done
}
