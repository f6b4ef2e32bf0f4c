[ "$(sh till.sh total 250 199)" = 449 ]
