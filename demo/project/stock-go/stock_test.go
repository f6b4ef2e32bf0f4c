package stock

import "testing"

func TestTakeLeavesTheRest(t *testing.T) {
	for _, n := range []int{0, 1, 3} {
		left, err := Take(3, n)
		if err != nil || left != 3-n {
			t.Errorf("taking %d of 3: left %d, error %v", n, left, err)
		}
	}
}

func TestTakeRefusesTooMuch(t *testing.T) {
	if _, err := Take(3, 4); err == nil {
		t.Error("taking 4 of 3 did not fail")
	}
}
