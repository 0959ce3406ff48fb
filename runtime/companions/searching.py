"""Tree search over an engine's positions: the walk down the tree, playouts, and what is learnt from them. Companion of `runtime.agents.search`.

The tree is one vector, NODE numbers a node, node 0 the root, node numbers in the order of their making. Everything is an integer: means and weights are fixed
point numbers of SCALE = 2**20. `roots` holds SCALE / sqrt(n), and after it SCALE * sqrt(ln n), for n below SEARCH__KNOWN; beyond, n is halved twice at a time.
Rule of choice: mean + c * sqrt(ln N / n) (UCT; L. Kocsis, C. Szepesvari, 2006), where N is how often the choice was possible (P. Cowling, E. Powley,
D. Whitehouse, 2012), which is how often its parent was visited where nothing is hidden or drawn.
"""

from runtime.engine_names import (
    EXPLICIT,
    KEPT,
    VECTOR_SIZE,
    Vec,
    actor,
    apply,
    below,
    legal_actions,
    playout_from,
    reseed,
    returns,
    seed_stream,
)

# a node
SEARCH__CODE = 0
SEARCH__SEAT = 1  # whose choice it is
SEARCH__VISITS = 2
SEARCH__POSSIBLE = 3
SEARCH__TOTAL = 4  # returns of that seat, summed
SEARCH__MEAN = 5  # of them, 0 to SCALE from the lowest to the highest
SEARCH__INVERSE = 6  # SCALE / sqrt(visits)
SEARCH__FIRST = 7  # first child, 0 for none
SEARCH__NEXT = 8  # next sibling, 0 for none
SEARCH__MARK = 9  # the latest visit of the parent at which it was possible
SEARCH__NODE = 10

# settings
SEARCH__WORLDS = 0  # positions to begin with, taken in turn
SEARCH__LOWEST = 1  # of returns
SEARCH__SPREAD = 2  # highest - lowest, at least 1
SEARCH__WEIGHT = 3  # c, of SCALE
SEARCH__FIXED = 4  # 1 where a sequence of choices always leads to the same position
SEARCH__NODES = 5  # nodes there are
SEARCH__ROOM = 6  # nodes there is room for
SEARCH__STREAM = 7  # and 8: the search's own stream
SEARCH__DONE = 9  # iterations so far

SEARCH__KNOWN = 4096
SEARCH__SCALE = 1048576


def search__run(worlds: Vec, tree: Vec, s: Vec, out: Vec, path: Vec, roots: Vec, settings: Vec, iterations: int) -> int:
    """Iterations; returns how many were done. A full tree does not grow: games go on at random from where it ends."""
    for _ in range(iterations):
        at: int = settings[SEARCH__DONE] % settings[SEARCH__WORLDS] * VECTOR_SIZE
        for k in range(KEPT):
            s[k] = worlds[at + k]
        s[EXPLICIT] = 0
        settings[SEARCH__DONE] += 1
        if settings[SEARCH__FIXED] == 0:
            reseed(s, search__draw(settings))
        depth: int = search__descend(tree, s, out, path, roots, settings)
        search__finish(s, out, settings)
        search__learn(tree, path, depth, out, roots, settings)
    return iterations


def search__descend(tree: Vec, s: Vec, out: Vec, path: Vec, roots: Vec, settings: Vec) -> int:
    """Walks down to a new node or the end of the game; the nodes on the way stand in `path`; returns how many."""
    node: int = 0
    depth: int = 0
    while depth < 4000:
        seat: int = actor(s)
        if seat < 0:
            return depth
        fresh: int = -1
        if settings[SEARCH__FIXED] == 0 or tree[node * SEARCH__NODE + SEARCH__MARK] == 0:
            fresh = search__offer(tree, s, out, node, seat, settings)
            if fresh < 0:
                return depth
        if fresh == 0 or fresh == -1:
            node = search__best(tree, roots, node, settings)
        else:
            node = fresh
        if node == 0:
            return depth
        path[depth] = node
        depth += 1
        if apply(s, tree[node * SEARCH__NODE + SEARCH__CODE]) != 0:
            return depth
        if tree[node * SEARCH__NODE + SEARCH__VISITS] == 0:
            return depth
    return depth


def search__offer(tree: Vec, s: Vec, out: Vec, node: int, seat: int, settings: Vec) -> int:
    """Notes which choices are possible now. Gives a new child, each missing one equally likely; 0 where none is missing; -2 without any choice.

    Where the tree is fixed, all children are made at once, and the first visits go to each in turn by their weight of the unknown."""
    found: int = legal_actions(s, out)
    if found == 0:
        return -2
    at: int = node * SEARCH__NODE
    if settings[SEARCH__FIXED] != 0:
        tree[at + SEARCH__MARK] = 1
        if settings[SEARCH__NODES] + found >= settings[SEARCH__ROOM]:
            tree[at + SEARCH__MARK] = 0
            return -2
        for k in range(found):
            search__add(tree, node, seat, out[found - 1 - k], settings)
        return 0
    stamp: int = settings[SEARCH__DONE]
    missing: int = found
    child: int = tree[at + SEARCH__FIRST]
    while child != 0:
        place: int = child * SEARCH__NODE
        if search__among(out, found, tree[place + SEARCH__CODE]) and tree[place + SEARCH__SEAT] == seat:
            tree[place + SEARCH__MARK] = stamp
            tree[place + SEARCH__POSSIBLE] += 1
            missing -= 1
        child = tree[place + SEARCH__NEXT]
    if missing == 0 or settings[SEARCH__NODES] >= settings[SEARCH__ROOM]:
        return 0
    wanted: int = below(settings, SEARCH__STREAM, missing)
    for k in range(found):
        if not search__held(tree, node, seat, out[k]):
            if wanted == 0:
                return search__add(tree, node, seat, out[k], settings)
            wanted -= 1
    return 0


def search__among(out: Vec, found: int, code: int) -> bool:
    """Whether a code is one of the first, ascending."""
    low: int = 0
    high: int = found
    while low < high:
        middle: int = (low + high) >> 1
        if out[middle] < code:
            low = middle + 1
        else:
            high = middle
    return low < found and out[low] == code


def search__held(tree: Vec, node: int, seat: int, code: int) -> bool:
    """Whether a node has a child for a code."""
    child: int = tree[node * SEARCH__NODE + SEARCH__FIRST]
    while child != 0:
        if tree[child * SEARCH__NODE + SEARCH__CODE] == code and tree[child * SEARCH__NODE + SEARCH__SEAT] == seat:
            return True
        child = tree[child * SEARCH__NODE + SEARCH__NEXT]
    return False


def search__add(tree: Vec, node: int, seat: int, code: int, settings: Vec) -> int:
    """A new child, before the others."""
    made: int = settings[SEARCH__NODES]
    settings[SEARCH__NODES] = made + 1
    at: int = made * SEARCH__NODE
    for k in range(SEARCH__NODE):
        tree[at + k] = 0
    tree[at + SEARCH__CODE] = code
    tree[at + SEARCH__SEAT] = seat
    tree[at + SEARCH__POSSIBLE] = 1
    tree[at + SEARCH__NEXT] = tree[node * SEARCH__NODE + SEARCH__FIRST]
    tree[node * SEARCH__NODE + SEARCH__FIRST] = made
    if settings[SEARCH__FIXED] == 0:
        tree[at + SEARCH__MARK] = settings[SEARCH__DONE]
    return made


def search__best(tree: Vec, roots: Vec, node: int, settings: Vec) -> int:
    """The child to visit; unvisited ones first, of these and of equals any, as their order (and the stream, for the first visits) has it; 0 for none."""
    best: int = 0
    most: int = -1
    unvisited: int = 0
    fixed: int = settings[SEARCH__FIXED]
    stamp: int = settings[SEARCH__DONE]
    weight: int = settings[SEARCH__WEIGHT]
    unknown: int = 0
    if fixed != 0:
        unknown = weight * search__log(roots, tree[node * SEARCH__NODE + SEARCH__VISITS] + 1) >> 20
    child: int = tree[node * SEARCH__NODE + SEARCH__FIRST]
    while child != 0:
        at: int = child * SEARCH__NODE
        if fixed != 0 or tree[at + SEARCH__MARK] == stamp:
            if tree[at + SEARCH__VISITS] == 0:
                unvisited += 1
                if below(settings, SEARCH__STREAM, unvisited) == 0:
                    best = child
            elif unvisited == 0:
                if fixed == 0:
                    unknown = weight * search__log(roots, tree[at + SEARCH__POSSIBLE] + 1) >> 20
                worth: int = tree[at + SEARCH__MEAN] + (unknown * tree[at + SEARCH__INVERSE] >> 20)
                if worth > most:
                    most = worth
                    best = child
        child = tree[at + SEARCH__NEXT]
    return best


def search__log(roots: Vec, n: int) -> int:
    """SCALE * sqrt(ln n), for n beyond the table that of its end: it grows by a tenth up to a million."""
    return roots[SEARCH__KNOWN + min(n, SEARCH__KNOWN - 1)]


def search__inverse(roots: Vec, n: int) -> int:
    """SCALE / sqrt(n)."""
    halved: int = 0
    while n >= SEARCH__KNOWN:
        n >>= 2
        halved += 1
    return roots[n] >> halved


def search__finish(s: Vec, out: Vec, settings: Vec) -> None:
    """Plays to the end at random; the returns stand in `out` then."""
    if actor(s) >= 0:
        playout_from(s, out, search__draw(settings))
    returns(s, out)


def search__learn(tree: Vec, path: Vec, depth: int, out: Vec, roots: Vec, settings: Vec) -> None:
    """Adds the returns of a game to the nodes it went through, and a visit to the root."""
    tree[SEARCH__VISITS] += 1
    for k in range(depth):
        at: int = path[k] * SEARCH__NODE
        visits: int = tree[at + SEARCH__VISITS] + 1
        total: int = tree[at + SEARCH__TOTAL] + out[tree[at + SEARCH__SEAT]]
        tree[at + SEARCH__VISITS] = visits
        tree[at + SEARCH__TOTAL] = total
        tree[at + SEARCH__MEAN] = (total - settings[SEARCH__LOWEST] * visits) * SEARCH__SCALE // (settings[SEARCH__SPREAD] * visits)
        tree[at + SEARCH__INVERSE] = search__inverse(roots, visits)


def search__draw(settings: Vec) -> int:
    """A seed."""
    return below(settings, SEARCH__STREAM, 2147483648) << 20 ^ below(settings, SEARCH__STREAM, 2147483648)


def search__seed(settings: Vec, seed: int) -> None:
    """Seeds the search's own stream."""
    seed_stream(settings, SEARCH__STREAM, seed, 3)


def search__keep(old: Vec, tree: Vec, queue: Vec, root: int) -> int:
    """Copies the part of a tree below a node, level by level, to the front of another; how many nodes that are."""
    for k in range(SEARCH__NODE):
        tree[k] = old[root * SEARCH__NODE + k]
    tree[SEARCH__NEXT] = 0
    queue[0] = root
    made: int = 1
    at: int = 0
    while at < made:
        child: int = old[queue[at] * SEARCH__NODE + SEARCH__FIRST]
        tree[at * SEARCH__NODE + SEARCH__FIRST] = made if child != 0 else 0
        while child != 0:
            for k in range(SEARCH__NODE):
                tree[made * SEARCH__NODE + k] = old[child * SEARCH__NODE + k]
            queue[made] = child
            child = old[child * SEARCH__NODE + SEARCH__NEXT]
            tree[made * SEARCH__NODE + SEARCH__NEXT] = made + 1 if child != 0 else 0
            made += 1
        at += 1
    return made


