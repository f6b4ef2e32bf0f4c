module shop.example/stock

go 1.19
