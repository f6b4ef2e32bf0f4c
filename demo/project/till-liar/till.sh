# A till whose prices are cents: till.sh total PRICE..., till.sh discount PRICE PERCENT
case $1 in
  total)
    shift
    sum=0
    for price in "$@"; do sum=$((sum + price)); done
    echo "$sum"
    ;;
  discount) echo "$2" ;;
esac
