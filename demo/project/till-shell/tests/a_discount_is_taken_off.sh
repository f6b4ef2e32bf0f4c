[ "$(sh till.sh discount 1000 15)" = 850 ]
