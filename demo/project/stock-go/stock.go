// Package stock counts what is left.
package stock

import "fmt"

// Take removes n pieces.
func Take(left, n int) (int, error) {
	if n > left {
		return left, fmt.Errorf("expected at most %d pieces, found %d", left, n)
	}
	return left - n, nil
}
