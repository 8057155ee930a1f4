use proptest::prelude::*;

use super::*;

/// The least cost of a perfect matching, by trying them all.
fn exhaustive(n: usize, cost: &dyn Fn(usize, usize) -> Cost<2>, used: u32) -> Cost<2> {
    let Some(u) = (0..n).find(|u| used & 1 << u == 0) else { return Cost::ZERO };
    let others = (u + 1..n).filter(|v| used & 1 << v == 0);
    others
        .map(|v| cost(u, v) + exhaustive(n, cost, used | 1 << u | 1 << v))
        .min()
        .expect("an even number of vertices")
}

fn fields() -> [CostField; 3] {
    let mut layout = CostLayout::default();
    [layout.field(1 << 20), layout.field(1 << 22), layout.field(1 << 20)]
}

fn made(numbers: &[[u8; 3]], n: usize) -> Vec<Cost<2>> {
    let fields = fields();
    let mut costs = vec![Cost::ZERO; n * n];
    let mut numbers = numbers.iter();
    for u in 0..n {
        for v in u + 1..n {
            let mut cost = Cost::ZERO;
            for (field, &amount) in fields.iter().zip(numbers.next().expect("enough")) {
                cost.charge(*field, usize::from(amount));
            }
            costs[u * n + v] = cost;
            costs[v * n + u] = cost;
        }
    }
    costs
}

fn check(matcher: &Matcher<2>, n: usize, costs: &[Cost<2>], gone: u32) {
    for v in (0..n).filter(|v| gone & 1 << v == 0) {
        assert_eq!(matcher.mate(matcher.mate(v)), v);
    }
    assert_eq!(matcher.total(), exhaustive(n, &|u, v| costs[u * n + v], gone));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn the_matching_costs_least_after_every_change(
        half in 1usize..6,
        numbers in prop::collection::vec([0u8..3, 0u8..4, 0u8..10], 45),
        changes in prop::collection::vec((0usize..10, prop::collection::vec([0u8..3, 0u8..4, 0u8..10], 45)), 0..6),
        retire in any::<bool>(),
    ) {
        let n = 2 * half;
        let mut costs = made(&numbers, n);
        let mut matcher = Matcher::new(n, |u, v| costs[u * n + v]);
        check(&matcher, n, &costs, 0);
        let mut gone = 0;
        for (vertex, numbers) in changes {
            let vertex = vertex % n;
            if gone & 1 << vertex != 0 {
                continue;
            }
            let new = made(&numbers, n);
            for v in 0..n {
                costs[vertex * n + v] = new[vertex * n + v];
                costs[v * n + vertex] = new[vertex * n + v];
            }
            matcher.reprice(vertex, |v, _| new[vertex * n + v]);
            check(&matcher, n, &costs, gone);
            if retire {
                let mate = matcher.mate(vertex);
                matcher.retire(vertex);
                assert_eq!(matcher.mate(vertex), mate);
                gone |= 1 << vertex | 1 << mate;
                check(&matcher, n, &costs, gone);
            }
        }
    }

    #[test]
    fn edges_of_other_optimal_matchings_are_not_ruled_out(
        numbers in prop::collection::vec([0u8..2, 0u8..2, 0u8..2], 28),
    ) {
        let n = 8;
        let costs = made(&numbers, n);
        let matcher = Matcher::new(n, |u, v| costs[u * n + v]);
        let cost = |u: usize, v: usize| costs[u * n + v];
        for u in 0..n {
            for v in u + 1..n {
                let with = cost(u, v) + exhaustive(n, &cost, 1 << u | 1 << v);
                prop_assert!(matcher.may_hold(u, v) || with > matcher.total());
            }
        }
    }
}
