# What Doxygen reads of a page. Its headings have no anchors, so a link goes to the page; and of the tree
# it has only the pages and the pictures, so other files are named and not linked. Code stays as it is.
/^ *```[a-z]*$/,/^ *```$/! {
    s/\[([^]]*)\]\(#[^)]*\)/\1/g
    s/(\]\([^)#:]+)#[^)]*\)/\1)/g
    s/\]\(([^):]+\.(md|svg))\)/](keep:\1)/g
    s/\[([^]]*)\]\([^):]+\)/\1/g
    s/\]\(keep:/](/g
}
