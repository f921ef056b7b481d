# error[Q102] 1:1 /: the YAML has more than 100000 nodes
meta: {id: bomb}
-x0: &x0 [a, a, a, a, a, a, a, a, a, a]
-x1: &x1 [*x0, *x0, *x0, *x0, *x0, *x0, *x0, *x0, *x0, *x0]
-x2: &x2 [*x1, *x1, *x1, *x1, *x1, *x1, *x1, *x1, *x1, *x1]
-x3: &x3 [*x2, *x2, *x2, *x2, *x2, *x2, *x2, *x2, *x2, *x2]
-x4: &x4 [*x3, *x3, *x3, *x3, *x3, *x3, *x3, *x3, *x3, *x3]
-x5: &x5 [*x4, *x4, *x4, *x4, *x4, *x4, *x4, *x4, *x4, *x4]
-x6: &x6 [*x5, *x5, *x5, *x5, *x5, *x5, *x5, *x5, *x5, *x5]
-x7: &x7 [*x6, *x6, *x6, *x6, *x6, *x6, *x6, *x6, *x6, *x6]
