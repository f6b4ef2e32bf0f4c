[ "$(sh till.sh total)" = 0 ]
